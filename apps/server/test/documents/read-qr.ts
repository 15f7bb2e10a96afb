import { execFileSync } from 'node:child_process'
import jsQR from 'jsqr'

/** Reads the QR code on the first page of a PDF like a camera: from its pixels, with an independent decoder. */
export function qrOfPdf(pdf: Buffer, dotsPerInch = 150): string | undefined {
  // Poppler, as for the words of PDFs: PPM has header lines, then three bytes per pixel.
  const image = execFileSync('pdftoppm', ['-r', `${dotsPerInch}`, '-f', '1', '-l', '1', '-'], {
    input: pdf,
    maxBuffer: 256 * 1024 * 1024,
  })
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(image.subarray(0, 40).toString('latin1'))
  if (!head) throw new Error('pdftoppm wrote no PPM')
  const [width, height] = [Number(head[1]), Number(head[2])]
  const pixels = image.subarray(head[0].length)
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at += 1)
    rgba.set(pixels.subarray(at * 3, at * 3 + 3), at * 4)
  return readQr(rgba, width, height)
}

/** Dark on light only: many banking apps read no other. */
export function readQr(rgba: Uint8ClampedArray, width: number, height: number): string | undefined {
  return jsQR(rgba, width, height, { inversionAttempts: 'dontInvert' })?.data
}

import type { Locator } from 'playwright-core'
import { readQr } from '../apps/server/test/documents/read-qr.ts'

/** Reads a QR code from the pixels on the screen, like a camera. */
export async function qrOnScreen(code: Locator): Promise<string | undefined> {
  // The bars of a phone may cover it.
  await code.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  const picture = (await code.screenshot()).toString('base64')
  const { pixels, width, height } = await code.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    // As text: a list of a hundred thousand numbers takes seconds to arrive.
    const pixels = btoa(Array.from(data, (value) => String.fromCharCode(value)).join(''))
    return { pixels, width: image.width, height: image.height }
  }, picture)
  return readQr(Uint8ClampedArray.from(Buffer.from(pixels, 'base64')), width, height)
}

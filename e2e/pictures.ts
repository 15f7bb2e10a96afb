import type { ElementHandle, Page } from 'playwright-core'

/** A picture of an element and of the ring around it. */
export async function picture(page: Page, element: ElementHandle): Promise<Buffer | undefined> {
  const box = await element.boundingBox()
  const size = page.viewportSize()
  if (!box || !size) return undefined
  const left = Math.max(0, box.x - 5)
  const top = Math.max(0, box.y - 5)
  const width = Math.min(size.width, box.x + box.width + 5) - left
  const height = Math.min(size.height, box.y + box.height + 5) - top
  if (width < 8 || height < 8) return undefined
  return page.screenshot({ clip: { x: left, y: top, width, height }, animations: 'disabled' })
}

/** The number of pixels in which two pictures differ visibly; in pictures of different sizes, all pixels differ. */
export async function changedPixels(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const pictures = [one, other].map((png) => png.toString('base64'))
  return page.evaluate(async (pictures) => {
    const [a, b] = await Promise.all(
      pictures.map(async (text) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0)!)
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
        pen.drawImage(bitmap, 0, 0)
        return pen.getImageData(0, 0, bitmap.width, bitmap.height)
      }),
    )
    if (!a || !b || a.width !== b.width || a.height !== b.height) return Infinity
    let changed = 0
    for (let at = 0; at < a.data.length; at += 4) {
      const differs = [0, 1, 2].some(
        (color) => Math.abs(a.data[at + color]! - b.data[at + color]!) > 48,
      )
      if (differs) changed += 1
    }
    return changed
  }, pictures)
}

/** The number of pixels that differ visibly from the first pixel of a picture; for a text, the pixels of its strokes. */
export async function inkPixels(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0)!)
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    pen.drawImage(bitmap, 0, 0)
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height)
    let ink = 0
    for (let at = 0; at < data.length; at += 4)
      if ([0, 1, 2].some((color) => Math.abs(data[at + color]! - data[color]!) > 96)) ink += 1
    return ink
  }, png.toString('base64'))
}

import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'

test('the portal can be installed: the browser finds no fault in its manifest and icons', async () => {
  const { page, context } = await visit()
  const cdp = await context.newCDPSession(page)
  const { url, errors, data } = await cdp.send('Page.getAppManifest')
  expect(url).toBe(`${portal.origin}/manifest.webmanifest`)
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '') as { icons: { src: string; sizes: string }[] }
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // Private windows, which journeys use, install nothing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  const answer = await page.request.get('/manifest.webmanifest')
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  for (const { src, sizes } of manifest.icons) {
    const real = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(real, src).toBe(sizes)
  }
  const touch = await page.request.get('/apple-touch-icon.png')
  expect(touch.headers()['content-type']).toBe('image/png')
})

test.each([
  ['light', 'rgb(255, 255, 255)'],
  ['dark', 'rgb(16, 19, 26)'],
] as const)(
  'the browser’s bars have the color of the page in the %s theme',
  async (theme, ground) => {
    const { page } = await visit({ theme })
    const colors = await page.evaluate(() => {
      const shown = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      document.body.style.color = shown.find(({ media }) => matchMedia(media).matches)!.content
      const { color, backgroundColor } = getComputedStyle(document.body)
      return { color, backgroundColor }
    })
    expect(colors).toEqual({ color: ground, backgroundColor: ground })
  },
)

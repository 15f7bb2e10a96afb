import { expect, test } from 'vitest'
import { screen } from '../screen.ts'

test('the portal can be installed: the browser finds no fault in its manifest and icons', async () => {
  const { page, context } = await screen({})
  const cdp = await context.newCDPSession(page)
  const { url, errors, data } = await cdp.send('Page.getAppManifest')
  expect(url).toBe(new URL('/manifest.webmanifest', page.url()).href)
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '') as { icons: { src: string; sizes: string }[] }
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // Private windows, which tests use, install nothing.
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

  // The browser's bars have the color of the page in each theme.
  for (const [colorScheme, ground] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(16, 19, 26)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.reload()
    const colors = await page.evaluate(() => {
      const shown = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      document.body.style.color = shown.find(({ media }) => matchMedia(media).matches)!.content
      const { color, backgroundColor } = getComputedStyle(document.body)
      return { color, backgroundColor }
    })
    expect(colors).toEqual({ color: ground, backgroundColor: ground })
  }
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { tooWide } from './fits.ts'
import { phone } from './open-visit.ts'
import { pdfText } from './pdf-text.ts'
import { maya, priya } from './people.ts'

/** Waits until the page has loaded one of our fonts because its text needs it. */
async function fontLoads(page: Page, family: string): Promise<void> {
  const isLoaded = (family: string) =>
    [...document.fonts].some((font) => font.family.includes(family) && font.status === 'loaded')
  await expect.poll(() => page.evaluate(isLoaded, family)).toBe(true)
}

/** Selects one of the demo's international companies in the picker. */
async function choose(page: Page, account: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search companies' }).fill(account)
  await page.getByRole('row', { name: account }).click()
}

test('names in Japanese and Hindi use fonts of the portal, on the screen and in the PDF', async () => {
  const { page } = await visit({ as: maya, at: '/companies?q=10462' })
  await page.getByRole('row', { name: 'भारतीय व्यापार सेवा प्राइवेट लिमिटेड' }).waitFor()
  await fontLoads(page, 'Noto Sans Devanagari')
  await choose(page, '10464')
  await fontLoads(page, 'Noto Sans JP')
  const name = '東都証券データサービス株式会社'
  await page.goto('/invoices/detail/MTS-10464-1')
  const summary = page.getByRole('button', { name: 'Summary [PDF]' })
  const { content } = await downloaded(page, () => summary.click())
  const text = pdfText(content)
  for (const words of [name, '取引端末ライセンス', '先物取引の気配値「レベル2」、10月分'])
    expect(text).toContain(words)
})

test('a page without such text loads none of these fonts, and the first such text loads its font', async () => {
  const { page } = await visit({ as: priya, at: '/invoices' })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.reload()
  const search = page.getByRole('searchbox', { name: 'Search invoices' })
  await search.waitFor()
  await page.waitForLoadState('networkidle')
  expect(requested.filter((url) => /noto-sans|wght-[^/]*\.css/.test(url))).toEqual([])
  expect(requested.some((url) => url.includes('script-fonts'))).toBe(true)
  await search.fill('ประเทศ')
  await fontLoads(page, 'Noto Sans Thai')
})

test('long names in these scripts fit a phone', async () => {
  const { page } = await visit({ as: maya, at: '/companies', viewport: phone, isMobile: true })
  for (const account of ['10463', '10460']) {
    await choose(page, account)
    await page.goto(`/invoices/detail/MTS-${account}-1`)
    await page.getByRole('heading', { name: `Invoice MTS-${account}-1` }).waitFor()
    expect(await tooWide(page)).toEqual([])
    await page.goto('/companies')
  }
})

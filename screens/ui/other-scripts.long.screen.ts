import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { tooWide } from '../../e2e/fits.ts'
import { onPhone } from '../../e2e/open-visit.ts'
import { maya, priya } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

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

test('names in Japanese and Hindi use fonts of the portal, and long ones in such scripts fit a phone', async () => {
  const viewport = onPhone
  const { page } = await screen({ as: maya, at: '/companies?q=10462', ...viewport })
  await page.getByRole('row', { name: 'भारतीय व्यापार सेवा प्राइवेट लिमिटेड' }).waitFor()
  await fontLoads(page, 'Noto Sans Devanagari')
  await choose(page, '10464')
  await fontLoads(page, 'Noto Sans JP')
  for (const account of ['10463', '10460']) {
    await page.goto('/companies')
    await choose(page, account)
    await page.goto(`/invoices/detail/MTS-${account}-1`)
    await page.getByRole('heading', { name: `Invoice MTS-${account}-1` }).waitFor()
    expect(await tooWide(page)).toEqual([])
  }
})

test('a page without such text loads none of these fonts, and the first such text loads its font', async () => {
  const { page } = await screen({ as: priya, at: '/invoices' })
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

import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { invoiceList } from './invoice-list.ts'
import { phone } from './open-visit.ts'
import { luis } from './people.ts'

/** The row or the link in it: a click has focused the link, and a panel returns the focus there. */
const isFocused = (row: Locator) =>
  row.evaluate((element) => element.contains(document.activeElement))

/** The row's distance from the top of the window. */
const topOf = async (row: Locator) => (await row.boundingBox())?.y ?? Number.NaN

/** Scrolls far down the list; returns a row in the middle of the window. */
async function scrollDown(page: Page): Promise<Locator> {
  const list = invoiceList(page)
  await list.rows.first().waitFor()
  await list.rows.nth(3).hover()
  await page.mouse.wheel(0, 2400)
  await page.waitForTimeout(400)
  const number = await page.evaluate(() => {
    const row = document.elementFromPoint(innerWidth * 0.6, innerHeight / 2)
    return row?.closest('[data-index]')?.querySelector('[data-opens]')?.textContent ?? ''
  })
  expect(number).not.toBe('')
  return list.row(number)
}

for (const [device, options] of [
  ['a desk', {}],
  ['a phone', { viewport: phone, isMobile: true }],
] as const)
  test(`back from an invoice on ${device}: the list is at the same place, and the row is focused`, async () => {
    const { page } = await visit({ as: luis, at: '/invoices?status=closed', ...options })
    const row = await scrollDown(page)
    const top = await topOf(row)
    for (const goBack of [
      () => page.getByRole('link', { name: 'All Invoices' }).click(),
      () => page.goBack(),
    ]) {
      await row.getByRole('link').click()
      await page.getByRole('heading', { name: /^Invoice / }).waitFor()
      await page.getByText('Service Period').waitFor()
      await goBack()
      await expect.poll(() => isFocused(row)).toBe(true)
      expect(Math.abs((await topOf(row)) - top)).toBeLessThan(40)
      expect(new URL(page.url()).search).toBe('?status=closed')
    }
  })

test('back from an invoice that was loaded again: the row is in sight and focused', async () => {
  const { page } = await visit({ as: luis, at: '/invoices?status=closed' })
  const row = await scrollDown(page)
  await row.getByRole('link').click()
  await page.getByText('Service Period').waitFor()
  await page.reload()
  await page.getByText('Service Period').waitFor()
  await page.goBack()
  await expect.poll(() => isFocused(row)).toBe(true)
  expect(await topOf(row)).toBeGreaterThan(0)
})

for (const [device, options] of [
  ['a desk', {}],
  ['a phone', { viewport: phone, isMobile: true }],
] as const)
  test(`a reload on ${device}: the list is at the same place, and the menu starts it again`, async () => {
    const { page } = await visit({ as: luis, at: '/invoices?status=closed', ...options })
    const row = await scrollDown(page)
    const top = await topOf(row)
    await page.reload()
    await expect.poll(async () => Math.abs((await topOf(row)) - top)).toBeLessThan(60)
    await page.waitForTimeout(500)
    expect(Math.abs((await topOf(row)) - top)).toBeLessThan(60)
    await page.getByRole('link', { name: 'INVOICES', exact: true }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => row.count()).toBe(0)
  })

test('from the menu the list starts at its first row', async () => {
  const { page } = await visit({ as: luis, at: '/invoices' })
  const row = await scrollDown(page)
  await row.getByRole('link').click()
  await page.getByText('Service Period').waitFor()
  await page.getByRole('link', { name: 'INVOICES', exact: true }).click()
  await invoiceList(page).rows.first().waitFor()
  await page.waitForTimeout(300)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('back from a request and from a license order: the row is focused', async () => {
  const { page } = await visit({ as: luis, at: '/erf' })
  const request = page.getByRole('grid', { name: 'Requests' }).getByRole('row').nth(3)
  await request.locator('[data-opens]').click()
  const panel = page.locator('[data-side-panel]')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => isFocused(request)).toBe(true)
  await request.locator('[data-opens]').click()
  await panel.waitFor()
  await page.goBack()
  await expect.poll(() => isFocused(request)).toBe(true)
  await request.locator('[data-opens]').click()
  await panel.getByRole('link', { name: 'Request details' }).click()
  await page.getByRole('link', { name: 'Approvals' }).click()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => isFocused(request)).toBe(true)

  await page.goto('/licenses?show=orders')
  const order = page.getByRole('grid', { name: 'License orders' }).getByRole('row').nth(2)
  await order.locator('[data-opens]').click()
  await panel.waitFor()
  await page.goBack()
  await expect.poll(() => isFocused(order)).toBe(true)
})

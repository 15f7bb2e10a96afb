import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { invoiceList } from './invoice-list.ts'
import { phone } from './open-visit.ts'
import { rob } from './people.ts'
import { hostileNames, longListLength } from './records/long-list.ts'

const mostRows = 60

/** The highest number of rows in the document since this was called. */
async function watchRows(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const count = () => document.querySelectorAll('[role=grid] [data-index]').length
    const seen = { most: count() }
    new MutationObserver(() => (seen.most = Math.max(seen.most, count()))).observe(document.body, {
      childList: true,
      subtree: true,
    })
    Object.assign(globalThis, { seenRows: seen })
  })
  return () =>
    page.evaluate(() => (globalThis as { seenRows?: { most: number } }).seenRows?.most ?? 0)
}

test('a list of 3,000 invoices says its length and keeps few rows in the document', async () => {
  const { page } = await visit({ as: rob, at: '/invoices' })
  const list = invoiceList(page)
  await list.row('L-0001').waitFor()
  const most = await watchRows(page)
  // The header counts as a row too.
  await expect.poll(() => list.grid.getAttribute('aria-rowcount')).toBe(String(longListLength + 1))
  await expect.poll(() => list.count.innerText()).toBe('3,000 invoices')
  await list.rows.first().focus()
  await page.keyboard.press('End')
  await list.row('L-3000').waitFor()
  await expect
    .poll(() => list.row('L-3000').getAttribute('aria-rowindex'))
    .toBe(String(longListLength + 1))
  await list.grid.hover()
  await page.mouse.wheel(0, -200_000)
  await list.row('L-0001').waitFor()
  await list.search.fill('L-00')
  await expect.poll(() => list.grid.getAttribute('aria-rowcount')).toBe('100')
  // The rows just outside the view are updated after the visible ones.
  await list.search.fill('L-1')
  await expect
    .poll(async () => (await list.numbers()).filter((number) => !number.startsWith('L-1')))
    .toEqual([])
  await list.search.fill('')
  await expect.poll(() => list.grid.getAttribute('aria-rowcount')).toBe('3001')
  expect(await most()).toBeLessThanOrEqual(mostRows)
})

test('on paper the list is whole, without its controls', async () => {
  const { page } = await visit({ as: rob, at: '/invoices' })
  await invoiceList(page).row('L-0001').waitFor()
  await page.emulateMedia({ media: 'print' })
  // Not by role: of 3,000 rows that takes seconds.
  const table = page.locator('table[aria-label=Invoices]')
  await expect.poll(() => table.locator('tr').count()).toBe(longListLength + 1)
  expect(await table.locator('button').count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await invoiceList(page).row('L-0001').waitFor()
})

test('on a phone the page scrolls the same list, with as few rows in the document', async () => {
  const { page } = await visit({ as: rob, at: '/invoices', viewport: phone })
  const list = invoiceList(page)
  await list.row('L-0001').waitFor()
  const most = await watchRows(page)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await list.row('L-3000').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await list.row('L-0001').waitFor()
  await expect.poll(() => list.grid.getAttribute('aria-rowcount')).toBe('3001')
  expect(await most()).toBeLessThanOrEqual(mostRows)
})

test('hostile names are shown as plain text', async () => {
  const { page } = await visit({ as: rob, at: '/invoices' })
  const list = invoiceList(page)
  await list.row('L-0006').waitFor()
  await expect.poll(() => list.row('L-0006').innerText()).toContain(hostileNames[5])
  await list.search.fill('<img src=x')
  await expect.poll(list.numbers).toEqual(['L-0006'])
})

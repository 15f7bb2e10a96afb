import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { desktop, phone } from '../../e2e/open-visit.ts'
import { rob } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { longList } from './long-list.ts'

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

test('a list of 3,000 invoices shows its length and keeps few rows in the document, but is complete on paper', async () => {
  const { page } = await screen({
    as: rob,
    at: '/invoices',
    answers: { listInvoices: longList, listInvoiceTexts: [] },
  })
  const list = invoiceList(page)
  await list.row('L-0001').waitFor()
  const most = await watchRows(page)
  // The header counts as a row too.
  const rowCount = () => list.grid.getAttribute('aria-rowcount')
  await expect.poll(rowCount).toBe('3001')
  await expect.poll(() => list.count.innerText()).toBe('3,000 invoices')
  await list.rows.first().focus()
  await page.keyboard.press('End')
  await expect.poll(() => list.row('L-3000').getAttribute('aria-rowindex')).toBe('3001')
  await list.grid.hover()
  await page.mouse.wheel(0, -200_000)
  await list.row('L-0001').waitFor()
  // The rows just outside the view are updated after the visible ones.
  await list.search.fill('L-1')
  await expect
    .poll(async () => (await list.numbers()).filter((number) => !number.startsWith('L-1')))
    .toEqual([])
  await list.search.fill('')
  // The page scrolls the list of a phone.
  await page.setViewportSize(phone)
  await list.row('L-0001').waitFor()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await list.row('L-3000').waitFor()
  expect(await most()).toBeLessThanOrEqual(60)

  await page.setViewportSize(desktop)
  await page.emulateMedia({ media: 'print' })
  // Not by role: of 3,000 rows that takes seconds.
  const table = page.locator('table[aria-label=Invoices]')
  await expect.poll(() => table.locator('tr').count()).toBe(3001)
  expect(await table.locator('button').count()).toBe(0)
})

import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { invoiceList } from './invoice-list.ts'
import { onPhone } from './open-visit.ts'
import { luis } from './people.ts'

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

// The fixed clock of the screens hides from the page that it was loaded again.
for (const [device, options] of [
  ['a desk', {}],
  ['a phone', onPhone],
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

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The invoice list as the user sees it, by accessible names. */
export function invoiceList(page: Page) {
  const grid = page.getByRole('grid', { name: 'Invoices' })
  return {
    grid,
    rows: grid.locator('[data-index]'),
    row: (number: string) =>
      grid.getByRole('row').filter({ has: page.getByRole('link', { name: number, exact: true }) }),
    search: page.getByRole('searchbox', { name: 'Search invoices' }),
    /** `10 of 162 invoices`. */
    count: page.getByRole('status').filter({ hasText: /^([\d,]+ of )?[\d,]+ invoices?$/ }),
    box: (number: string) => grid.getByRole('checkbox', { name: `Select ${number}`, exact: true }),
    /** The selected invoices, their sums and actions. */
    selection: page.getByRole('region', { name: 'Selection' }),
    /** Sorts by a column; again for the opposite order. */
    sortBy: (column: string) =>
      grid.getByRole('columnheader', { name: column }).getByRole('button').click(),
    /** Chooses a value of a filter: Status or Type. */
    choose: async (filter: string, choice: string) => {
      await page.getByRole('combobox', { name: filter }).click()
      await page.getByRole('option', { name: choice, exact: true }).click()
    },
    /** The numbers of the visible rows, from the top. */
    numbers: () => grid.locator('[data-index] [data-opens]').allTextContents(),
  }
}

/** The row's distance from the top of the window. */
export const topOf = async (row: Locator) => (await row.boundingBox())?.y ?? Number.NaN

/** Scrolls far down the list; returns a row in the middle of the window. */
export async function scrollDown(page: Page): Promise<Locator> {
  const list = invoiceList(page)
  await list.rows.first().waitFor()
  const middle = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
      const row = document.elementFromPoint(innerWidth * 0.6, innerHeight / 2)
      return row?.closest('[data-index]')?.querySelector('[data-opens]')?.textContent ?? ''
    })
  let number = await middle()
  await list.rows.nth(3).hover()
  await page.mouse.wheel(0, 2400)
  await expect.poll(middle).not.toBe(number)
  await expect
    .poll(async () => {
      const isAtRest = number !== '' && number === (await middle())
      number = await middle()
      return isAtRest
    })
    .toBe(true)
  return list.row(number)
}

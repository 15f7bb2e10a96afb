import type { Page } from 'playwright-core'

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
    /** What is selected, its sums and actions. */
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

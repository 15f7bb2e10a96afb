import type { Page } from 'playwright-core'

/** What a person sees of the invoice list, by the names things have on it. */
export function invoiceList(page: Page) {
  const grid = page.getByRole('grid', { name: 'Invoices' })
  return {
    grid,
    rows: grid.locator('[data-index]'),
    row: (number: string) =>
      grid.getByRole('row').filter({ has: page.getByRole('link', { name: number, exact: true }) }),
    search: page.getByRole('searchbox', { name: 'Search invoices' }),
    count: page.getByRole('status').filter({ hasText: /^[\d,]+ invoices?$/ }),
    /** Chooses in one of the filters: Status, Type or Sort. */
    choose: async (filter: string, choice: string) => {
      await page.getByRole('combobox', { name: filter }).click()
      await page.getByRole('option', { name: choice, exact: true }).click()
    },
    /** The numbers of the rows in sight, from the top. */
    numbers: () => grid.locator('[data-index] [data-opens]').allTextContents(),
  }
}

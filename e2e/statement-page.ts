import type { Page } from 'playwright-core'

export function statementPage(page: Page) {
  const table = (name: RegExp) => page.getByRole('table', { name })
  return {
    account: (currency: string) => table(new RegExp(`^Account · ${currency}`)),
    movements: table(/^Movements/),
  }
}

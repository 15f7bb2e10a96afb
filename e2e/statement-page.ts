import type { Page } from 'playwright-core'

export function statementPage(page: Page) {
  const table = (name: RegExp) => page.getByRole('table', { name })
  return {
    start: page.getByRole('textbox', { name: 'Start Date' }),
    end: page.getByRole('textbox', { name: 'End Date' }),
    fetch: page.getByRole('button', { name: 'Fetch Statement' }),
    pdf: page.getByRole('button', { name: 'Statement [PDF]' }),
    excel: page.getByRole('button', { name: 'Excel [XLSX]' }),
    account: (currency: string) => table(new RegExp(`^Account · ${currency}`)),
    movements: table(/^Movements/),
    open: table(/^Open invoices and credits/),
  }
}

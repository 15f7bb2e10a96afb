import type { Page } from 'playwright-core'

export const confirmation = 'INVOICE PAYMENT CONFIRMATION'
export const declined = 'Your card was declined.'

/** The steps of paying one invoice, by their visible texts. */
export function payment(page: Page) {
  // Messages have the same role.
  const dialog = page.locator('[role=dialog]:not([data-toast])')
  const start = page.getByRole('button', { name: 'Pay By Credit Card' })
  return {
    dialog,
    start,
    open: async (invoiceNumber: string) => {
      await page.goto(`/invoices/detail/${invoiceNumber}`)
      await start.click()
    },
    pay: dialog.getByRole('button', { name: /^Pay / }),
    title: (name: string) => dialog.getByRole('heading', { name }),
    close: dialog.getByRole('button', { name: 'Close' }).last(),
    alert: dialog.getByRole('alert'),
  }
}

/** Counts the payments that a page requests from the portal. */
export function countPayments(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/payment')) count += 1
  })
  return () => count
}

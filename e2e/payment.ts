import type { Page } from 'playwright-core'

export const confirmation = 'INVOICE PAYMENT CONFIRMATION'
export const declined = 'Your card was declined.'

/** The steps of paying one invoice, by their visible texts. */
export function payment(page: Page) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    open: async (invoiceNumber: string) => {
      await page.goto(`/invoices/detail/${invoiceNumber}`)
      await page.getByRole('button', { name: 'Pay By Credit Card' }).click()
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

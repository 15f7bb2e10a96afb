import { formatMoney } from '../kernel/money.ts'

/** Money that a company paid by card and that is not applied to its invoices yet, see `notAppliedCents`. */
export interface NotApplied {
  /** When the newest of the payments succeeded. */
  at: Date
  /** The invoices for which the money was paid, and the sum, as far as the reader may see them. */
  invoiceNumbers: readonly string[]
  cents: number
}

const namedAtMost = 5

/** Returns the question to ask before a payment by hand: the invoice may already be paid, under another number. */
export function notAppliedQuestion({ invoiceNumbers, cents }: Omit<NotApplied, 'at'>): string {
  const more = invoiceNumbers.length > namedAtMost ? ', …' : ''
  const names = `${invoiceNumbers.slice(0, namedAtMost).join(', ')}${more}`
  const money =
    invoiceNumbers.length > 0
      ? `${formatMoney(cents, 'USD')} that was paid by card for ${names}`
      : 'Money that your company paid by card'
  return `${money} is not applied to your invoices yet. What you are about to pay may already be paid: please ask your provider if you are not sure. Do you want to pay it anyway?`
}

import { formatMoney } from '../kernel/money.ts'

/** Money of a company that was paid by card and is not applied to its invoices yet, see `notAppliedCents`. */
export interface NotApplied {
  /** When the newest of the payments succeeded. */
  at: Date
  /** The invoices it was paid for, and how much of it, as far as the reader may see them. */
  invoiceNumbers: readonly string[]
  cents: number
}

const namedAtMost = 5

/** Returns what is asked before anything is paid by hand meanwhile: it may be paid already, under another number. */
export function notAppliedQuestion({ invoiceNumbers, cents }: Omit<NotApplied, 'at'>): string {
  const more = invoiceNumbers.length > namedAtMost ? ', …' : ''
  const names = `${invoiceNumbers.slice(0, namedAtMost).join(', ')}${more}`
  const money =
    invoiceNumbers.length > 0
      ? `${formatMoney(cents, 'USD')} that was paid by card for ${names}`
      : 'Money that your company paid by card'
  return `${money} is not applied to your invoices yet. What you are about to pay may be paid already: please ask your provider if you are not sure. Do you want to pay it anyway?`
}

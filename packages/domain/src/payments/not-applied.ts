import { formatMoney } from '../kernel/money.ts'

/** Money of a company that was paid by card and is not applied to its invoices yet, see `notAppliedCents`. */
export interface NotApplied {
  cents: number
  /** When the newest of the payments succeeded. */
  at: Date
  /** The invoices it was paid for, as far as the reader may see them. */
  invoiceNumbers: readonly string[]
}

/** Returns what is asked before an invoice is paid by hand meanwhile: it may be paid already, under another number. */
export function notAppliedQuestion({ cents, invoiceNumbers }: Omit<NotApplied, 'at'>): string {
  const named = invoiceNumbers.slice(0, namedAtMost).join(', ')
  const more = invoiceNumbers.length > namedAtMost ? ', …' : ''
  const paidFor = named ? ` It was paid for ${named}${more}.` : ''
  return `${formatMoney(cents, 'USD')} that you paid by card is not applied to your invoices yet.${paidFor} What you pay now may be paid already. Please ask your provider if you are not sure. Do you want to pay it anyway?`
}

const namedAtMost = 5

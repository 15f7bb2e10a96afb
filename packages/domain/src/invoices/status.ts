/** The amounts that the rules about an invoice read, in cents. */
export interface InvoiceAmounts {
  amountCents: number
  balanceDueCents: number
}

export type InvoiceStatus = 'Open' | 'Closed' | 'Credit'

/** Open while an amount is due. A negative balance is owed to the customer, so it is a credit. */
export function invoiceStatus({ amountCents, balanceDueCents }: InvoiceAmounts): InvoiceStatus {
  if (balanceDueCents > 0) return 'Open'
  return balanceDueCents < 0 || amountCents < 0 ? 'Credit' : 'Closed'
}

/** The text after the status of a pending invoice. */
export function pendingText({ isOnHold }: { isOnHold: boolean }): string {
  return isOnHold ? '(being reconciled with your provider)' : '(pending)'
}

export interface ShownStatus {
  status: InvoiceStatus
  isPending: boolean
  /** Paid; the books do not show it yet. */
  isBeingPosted: boolean
  isOnHold: boolean
}

/** The status as users read it, before the pending text. A paid invoice is not called open. */
export function statusText({ status, isPending, isBeingPosted, isOnHold }: ShownStatus): string {
  if (!isPending || isOnHold) return status
  return isBeingPosted ? 'Paid, being posted' : 'Being confirmed'
}

/** Charged, but the books do not show it yet: marked '(pending)'. */
export function isPending(invoice: { hasBeenCharged: boolean; balanceDueCents: number }): boolean {
  return invoice.hasBeenCharged && invoice.balanceDueCents > 0
}

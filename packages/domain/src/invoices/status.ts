/** The amounts of an invoice that the rules read, in cents. */
export interface InvoiceAmounts {
  amountCents: number
  balanceDueCents: number
}

export type InvoiceStatus = 'Open' | 'Closed' | 'Credit'

/** Returns Open while an amount is due. A negative balance is owed to the customer, so the invoice is a credit. */
export function invoiceStatus({ amountCents, balanceDueCents }: InvoiceAmounts): InvoiceStatus {
  if (balanceDueCents > 0) return 'Open'
  return balanceDueCents < 0 || amountCents < 0 ? 'Credit' : 'Closed'
}

/** Returns the text after the status of a pending invoice. */
export function pendingText({ isOnHold }: { isOnHold: boolean }): string {
  return isOnHold ? '(being reconciled with your provider)' : '(pending)'
}

export interface ShownStatus {
  status: InvoiceStatus
  isPending: boolean
  /** Paid, but the books do not show the payment yet. */
  isBeingPosted: boolean
  isOnHold: boolean
}

/** Returns the status as users read it, before the pending text. A paid invoice is not shown as open. */
export function statusText({ status, isPending, isBeingPosted, isOnHold }: ShownStatus): string {
  if (!isPending || isOnHold) return status
  return isBeingPosted ? 'Paid, being posted' : 'Being confirmed'
}

/** Charged, but the books do not show this yet: marked '(pending)'. */
export function isPending(invoice: { hasBeenCharged: boolean; balanceDueCents: number }): boolean {
  return invoice.hasBeenCharged && invoice.balanceDueCents > 0
}

import { owed, type InvoiceMoney } from './owed.ts'

/** What a customer sees of an invoice. All of `balanceDueCents` is owed, or nothing where `hasBeenCharged`. */
export interface CustomerBalance {
  balanceDueCents: number
  /** A payment of it is being posted, or it is on hold. */
  hasBeenCharged: boolean
  /** Books and payments do not explain each other; a record that names payments or a person ends it. */
  isOnHold: boolean
}

/** How long books that name no payments may take to show one. */
const explainedWithinMs = 10 * 86_400_000

/**
 * Returns what a customer sees of an invoice with portal payments (payments design, section 2). While a payment is
 * being posted the balance stays the books'; afterwards it is what is owed.
 */
export function balanceOf(invoice: InvoiceMoney, lastPaidAt: Date, now: Date): CustomerBalance {
  const { record, payments } = invoice
  const { cents, waits } = owed(invoice)
  if (!waits) return { balanceDueCents: cents, hasBeenCharged: false, isOnHold: false }
  const isLate = now.getTime() - lastPaidAt.getTime() >= explainedWithinMs
  const isOnHold = waits === 'onHold' || (!record.portalPayments && isLate)
  const isPosting = payments.some(({ netCents, isPosted }) => netCents > 0 && !isPosted)
  if (isOnHold || isPosting)
    return { balanceDueCents: record.balanceCents, hasBeenCharged: true, isOnHold }
  return { balanceDueCents: cents, hasBeenCharged: false, isOnHold: false }
}

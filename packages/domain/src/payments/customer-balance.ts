import { owed, type InvoiceMoney } from './owed.ts'

/** What a customer sees of an invoice. All of `balanceDueCents` is owed, or nothing if `hasBeenCharged`. */
export interface CustomerBalance {
  balanceDueCents: number
  /** A payment of the invoice is being posted, or the invoice is on hold. */
  hasBeenCharged: boolean
  /** Books and payments do not explain each other. A record that names payments, or a super admin, ends this. */
  isOnHold: boolean
  /** When the invoice goes on hold unless something is written before; null if it does not. */
  changesAt: Date | null
}

/** How long books that name no payments may take to show a payment. */
const explainedWithinMs = 10 * 86_400_000

/**
 * Returns what a customer sees of an invoice with portal payments (decision 0025). While a payment is
 * being posted, the balance is that of the books; afterwards it is what is owed.
 */
export function balanceOf(invoice: InvoiceMoney, lastPaidAt: Date, now: Date): CustomerBalance {
  const { record, payments } = invoice
  const { cents, waits } = owed(invoice)
  const settled = { balanceDueCents: cents, hasBeenCharged: false, isOnHold: false }
  if (!waits) return { ...settled, changesAt: null }
  const lateAt = new Date(lastPaidAt.getTime() + explainedWithinMs)
  const isOnHold = waits === 'onHold' || (!record.portalPayments && lateAt <= now)
  const changesAt = isOnHold || record.portalPayments ? null : lateAt
  const isPosting = payments.some(({ netCents, isPosted }) => netCents > 0 && !isPosted)
  if (isOnHold || isPosting)
    return { balanceDueCents: record.balanceCents, hasBeenCharged: true, isOnHold, changesAt }
  return { ...settled, changesAt }
}

import { owed, type InvoiceMoney } from './owed.ts'

/** What a customer sees of an invoice. Either all of `balanceDueCents` is owed, or nothing if `hasBeenCharged`. */
export interface CustomerBalance {
  balanceDueCents: number
  /** A payment of the invoice is being posted, or the invoice is on hold. */
  hasBeenCharged: boolean
  /** Books and payments do not explain each other. This ends with a record that names payments, or by a super admin. */
  isOnHold: boolean
  /** When the invoice goes on hold if nothing is written before; null if it does not. */
  changesAt: Date | null
}

/** How long books that name no payments may take to show a payment. */
const explainedWithinMs = 10 * 86_400_000

/**
 * Returns what a customer sees of an invoice with portal payments (decision 0025). While a payment is being posted, the
 * balance is that of the books; afterwards it is the owed amount.
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

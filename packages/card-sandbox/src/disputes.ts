import type { Account, Cause } from './account.ts'
import { disputeView } from './views/after-payment-views.ts'
import { missing, refused } from './wire/api-error.ts'

export function findDispute(account: Account, id: string) {
  const dispute = account.disputes.get(id)
  if (!dispute) throw missing('dispute', id)
  return dispute
}

/** The bank decides: `won` gives the money back to us, `lost` leaves it with the card's holder. */
export function closeDispute(account: Account, id: string, status: 'lost' | 'won', cause?: Cause) {
  const dispute = findDispute(account, id)
  if (dispute.status !== 'needs_response')
    throw refused(`This dispute is already closed: ${id}`, { param: 'dispute' })
  const closed = account.disputes.put({ ...dispute, status })
  account.emit('charge.dispute.closed', disputeView(closed), cause)
  if (status === 'won') account.emit('charge.dispute.funds_reinstated', disputeView(closed), cause)
  return closed
}

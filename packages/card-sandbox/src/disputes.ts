import type Stripe from 'stripe'
import type { Account, Cause } from './account.ts'
import { newId } from './ids.ts'
import { hasTakenMoney, type ChargeRecord } from './state/records.ts'
import { disputeView } from './views/after-payment-views.ts'
import { missing, refused } from './wire/api-error.ts'

type Status = Stripe.Dispute.Status

/** The next statuses of a dispute. An inquiry (`warning_…`) has not withdrawn money. */
const nextStatuses: Record<string, readonly Status[]> = {
  warning_needs_response: ['needs_response', 'warning_closed'],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  // A bank can still change its decision.
  lost: ['won', 'appeal_needs_response'],
  appeal_needs_response: ['appeal_under_review', 'won', 'lost'],
  appeal_under_review: ['won', 'lost'],
}

function findDispute(account: Account, id: string) {
  const dispute = account.disputes.get(id)
  if (!dispute) throw missing('dispute', id)
  return dispute
}

/** The cardholder disputes the payment at the bank. */
export function openDispute(
  account: Account,
  charge: ChargeRecord,
  {
    amount = charge.amount - charge.amountRefunded,
    reason = 'fraudulent',
    status = 'needs_response',
    isResolved = false,
  }: { amount?: number; reason?: string; status?: Status; isResolved?: boolean },
) {
  account.charges.put({ ...charge, isDisputed: true })
  const dispute = account.disputes.put({
    id: newId('du_1'),
    created: account.now(),
    amount,
    currency: charge.currency,
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
    reason,
    status,
    isResolved,
    metadata: {},
  })
  account.emit('charge.dispute.created', disputeView(dispute))
  if (hasTakenMoney(dispute)) account.emit('charge.dispute.funds_withdrawn', disputeView(dispute))
  return dispute
}

/** The bank decides: with `won` the money returns to the account, with `lost` the cardholder keeps it. */
export function changeDispute(account: Account, id: string, status: Status, cause?: Cause) {
  const former = findDispute(account, id)
  if (!nextStatuses[former.status]?.includes(status))
    throw refused(`This dispute is ${former.status} and cannot become ${status}: ${id}`, {
      param: 'dispute',
    })
  const dispute = account.disputes.put({ ...former, status })
  const report = (type: string) =>
    account.emit(type, disputeView(dispute), cause, { status: former.status })
  const isClosed = ['lost', 'warning_closed', 'won'].includes(status)
  report(isClosed ? 'charge.dispute.closed' : 'charge.dispute.updated')
  if (hasTakenMoney(dispute) && !hasTakenMoney(former)) report('charge.dispute.funds_withdrawn')
  if (hasTakenMoney(former) && !hasTakenMoney(dispute)) report('charge.dispute.funds_reinstated')
  return dispute
}

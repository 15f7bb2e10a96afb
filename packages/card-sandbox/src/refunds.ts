import type { Account, Cause } from './account.ts'
import { newId } from './ids.ts'
import {
  hasTakenMoney,
  type ChargeRecord,
  type RefundRecord,
  type RefundStatus,
} from './state/records.ts'
import { findTestCard } from './test-cards.ts'
import { refundView } from './views/after-payment-views.ts'
import { chargeView } from './views/charge-view.ts'
import { missing, refused } from './wire/api-error.ts'

/** How long a test card's refund keeps its first status. */
const changesAfterMs = 1000

const nextStatuses: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['succeeded', 'failed', 'canceled'],
  // A bank can return a refund days later.
  succeeded: ['failed'],
  failed: [],
  canceled: [],
}

export function isChargedBack(account: Account, charge: ChargeRecord) {
  return account.disputes
    .newestFirst()
    .some((dispute) => dispute.charge === charge.id && hasTakenMoney(dispute))
}

export function createRefund(
  account: Account,
  charge: ChargeRecord,
  wanted: Pick<RefundRecord, 'amount' | 'metadata' | 'reason'>,
  cause: Cause,
) {
  const behavior = findTestCard(charge.card.number)?.refund
  const refund: RefundRecord = account.refunds.put({
    id: newId('re_3'),
    created: account.now(),
    currency: charge.currency,
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
    status: behavior?.first ?? 'succeeded',
    failureReason: null,
    becomes: behavior?.later ?? null,
    ...wanted,
  })
  const amountRefunded = charge.amountRefunded + refund.amount
  const refunded = account.charges.put({ ...charge, amountRefunded })
  account.emit('refund.created', refundView(refund), cause)
  account.emit('charge.refunded', chargeView(refunded), cause)
  changeLater(account, refund)
  return refund
}

/** The amount of a failed or canceled refund returns to the account: it can be refunded again. */
export function changeRefund(
  account: Account,
  id: string,
  status: RefundStatus,
  failureReason = 'expired_or_canceled_card',
) {
  const former = account.refunds.get(id)
  if (!former) throw missing('refund', id)
  if (!nextStatuses[former.status].includes(status))
    throw refused(`This refund is ${former.status} and cannot become ${status}: ${id}`)
  const hasFailed = status === 'failed'
  const refund = account.refunds.put({
    ...former,
    status,
    becomes: null,
    failureReason: hasFailed ? failureReason : null,
  })
  const charge = account.charges.get(refund.charge)
  if (charge && status !== 'succeeded')
    account.charges.put({ ...charge, amountRefunded: charge.amountRefunded - refund.amount })
  const before = { status: former.status, ...(hasFailed && { failure_reason: null }) }
  const types = ['refund.updated', 'charge.refund.updated', ...(hasFailed ? ['refund.failed'] : [])]
  for (const type of types) account.emit(type, refundView(refund), undefined, before)
  return refund
}

/** After a restart, schedules the refunds that still have to change. */
export function resumeRefunds(account: Account) {
  for (const refund of account.refunds.newestFirst()) {
    // Files of earlier versions have no status: every refund had succeeded.
    if (!('status' in refund))
      account.refunds.put({
        ...(refund as RefundRecord),
        status: 'succeeded',
        failureReason: null,
        becomes: null,
      })
    changeLater(account, refund)
  }
  account.commit()
}

function changeLater(account: Account, { id, becomes }: RefundRecord) {
  if (!becomes || account.settings.keepsRefunds) return
  account.later(changesAfterMs, () => {
    // A control call may have changed the refund first.
    if (account.refunds.get(id)?.becomes !== becomes) return
    changeRefund(account, id, becomes)
    account.commit()
  })
}

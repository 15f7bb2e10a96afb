import type { Account, Cause } from './account.ts'
import { findPaymentIntent, findPaymentMethod } from './find.ts'
import { decline, succeed } from './settle-charge.ts'
import type { ChargeRecord, PaymentIntentRecord } from './state/records.ts'
import { genericDecline } from './test-cards.ts'
import { chargeView } from './views/charge-view.ts'
import { paymentIntentView } from './views/intent-views.ts'
import { refused } from './wire/api-error.ts'

/** Returns whether this charge starts as `processing`, because a control call requested this for the next charges. */
export function takeProcessing({ settings }: Account, customer: string | null) {
  const { processingTimes, processingCustomer } = settings
  if (processingTimes <= 0) return false
  if (processingCustomer !== null && processingCustomer !== customer) return false
  settings.processingTimes -= 1
  return true
}

/** The bank has not decided yet: the money may have moved, so the intent cannot be canceled. */
export function startProcessing(
  account: Account,
  intent: PaymentIntentRecord,
  newCharge: ChargeRecord,
  cause: Cause,
) {
  const charge = account.charges.put({ ...newCharge, status: 'pending' })
  const processing = account.paymentIntents.put({
    ...intent,
    paymentMethod: charge.paymentMethod,
    status: 'processing',
    latestCharge: charge.id,
  })
  account.emit('charge.pending', chargeView(charge), cause)
  account.emit('payment_intent.processing', paymentIntentView(processing), cause)
  return processing
}

/** The bank decides. No call waits for a decline, so the intent and the events report it. */
export function endProcessing(
  account: Account,
  id: string,
  status: 'failed' | 'succeeded',
  cause: Cause,
) {
  const intent = findPaymentIntent(account, id)
  const charge = account.charges.get(intent.latestCharge)
  if (intent.status !== 'processing' || !charge)
    throw refused(`This intent is not processing: it is ${intent.status}.`)
  const method = findPaymentMethod(account, charge.paymentMethod)
  if (status === 'succeeded') succeed(account, intent, method, charge, cause)
  else decline(account, intent, method, charge, genericDecline, cause)
  return paymentIntentView(findPaymentIntent(account, id))
}

/** The bank allowed a cancel: the charge fails. */
export function abandonCharge(account: Account, intent: PaymentIntentRecord, cause: Cause) {
  const charge = account.charges.get(intent.latestCharge)
  if (charge?.status !== 'pending') return
  const failure = { code: 'card_declined', declineCode: null, message: 'The payment was canceled.' }
  const failed = account.charges.put({ ...charge, status: 'failed', failure })
  account.emit('charge.failed', chargeView(failed), cause)
}

import type { Account, Cause } from './account.ts'
import { completeCheckout } from './checkouts.ts'
import { openDispute } from './disputes.ts'
import { newId } from './ids.ts'
import { attachCard } from './saving-cards.ts'
import type { ChargeRecord, PaymentIntentRecord, PaymentMethodRecord } from './state/records.ts'
import { findTestCard } from './test-cards.ts'
import { chargeView } from './views/charge-view.ts'
import { paymentIntentView } from './views/intent-views.ts'
import { paymentMethodView } from './views/payment-method-view.ts'
import { ApiError, declineError, type Decline, type IntentError } from './wire/api-error.ts'

export function newCharge(
  account: Account,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
): ChargeRecord {
  return {
    id: newId('ch_3'),
    created: account.now(),
    amount: intent.amount,
    amountRefunded: 0,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    paymentIntent: intent.id,
    paymentMethod: method.id,
    card: method.card,
    metadata: intent.metadata,
    receiptEmail: intent.receiptEmail,
    descriptorSuffix: intent.descriptorSuffix,
    status: 'succeeded',
    failure: null,
    isDisputed: false,
  }
}

/** The bank has paid: finalizes the charge, the intent and its checkout. */
export function succeed(
  account: Account,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  paidCharge: ChargeRecord,
  cause: Cause,
) {
  const charge = account.charges.put({ ...paidCharge, status: 'succeeded' })
  if (intent.setupFutureUsage && intent.customer) {
    const attached = attachCard(account, method, intent.customer, cause)
    account.paymentMethods.put({ ...attached, isSetUp: true })
  } else spendUnlessSaved(account, method)
  const paid = account.paymentIntents.put({
    ...intent,
    paymentMethod: method.id,
    status: 'succeeded',
    latestCharge: charge.id,
    lastError: null,
  })
  account.emit('charge.succeeded', chargeView(charge), cause)
  account.emit('payment_intent.succeeded', paymentIntentView(paid), cause)
  completeCheckout(account, paid.id, cause)
  if (findTestCard(method.card.number)?.isDisputed) openDispute(account, charge, {})
  return paid
}

/** The bank has declined. Returns the error for a call that waits for the answer. */
export function decline(
  account: Account,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  refusedCharge: ChargeRecord,
  reason: Decline,
  cause: Cause,
) {
  const { code, declineCode = null, message } = reason
  const failure = { code, declineCode, message }
  const charge = account.charges.put({ ...refusedCharge, status: 'failed', failure })
  spendUnlessSaved(account, method)
  const error = declineError(reason, {
    charge: charge.id,
    payment_method: paymentMethodView(method),
  })
  account.emit('charge.failed', chargeView(charge), cause)
  const failed = failIntent(account, { ...intent, latestCharge: charge.id }, error, cause)
  return new ApiError(402, { ...error, payment_intent: paymentIntentView(failed) })
}

export function failIntent(
  account: Account,
  intent: PaymentIntentRecord,
  lastError: IntentError,
  cause: Cause,
) {
  const status = 'requires_payment_method'
  const failed = account.paymentIntents.put({ ...intent, status, lastError })
  account.emit('payment_intent.payment_failed', paymentIntentView(failed), cause)
  return failed
}

function spendUnlessSaved(account: Account, method: PaymentMethodRecord) {
  if (!method.customer) account.paymentMethods.put({ ...method, isSpent: true })
}

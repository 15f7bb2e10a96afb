import type { Account, Cause } from './account.ts'
import { hasExpired } from './card-details.ts'
import { completeCheckout } from './checkouts.ts'
import { openDispute } from './disputes.ts'
import { findPaymentMethod } from './find.ts'
import { newId } from './ids.ts'
import { attachCard } from './saving-cards.ts'
import type { ChargeRecord, PaymentIntentRecord, PaymentMethodRecord } from './state/records.ts'
import { authenticationRequired, expiredCard, findTestCard } from './test-cards.ts'
import { ApiError, declineError, type Decline, type IntentError } from './wire/api-error.ts'
import { chargeView } from './views/charge-view.ts'
import { paymentIntentView } from './views/intent-views.ts'
import { paymentMethodView } from './views/payment-method-view.ts'

export type Confirmation = {
  /** The card's holder is away, so nobody can pass 3-D Secure. */
  isOffSession?: boolean
  refusesAction?: boolean
  isAuthenticated?: boolean
}

/** Charges the intent's card: succeeded, waiting for 3-D Secure, or the decline thrown as an error. */
export function chargeIntent(
  account: Account,
  intent: PaymentIntentRecord,
  confirmation: Confirmation,
  cause: Cause,
) {
  const method = findPaymentMethod(account, intent.paymentMethod ?? '')
  const verdict = judge(method, confirmation, account.today())
  if (verdict === 'authenticate') {
    const asked = { ...intent, paymentMethod: method.id, status: 'requires_action' } as const
    account.paymentIntents.put(asked)
    account.emit('payment_intent.requires_action', paymentIntentView(asked), cause)
    return asked
  }
  if (verdict !== 'approve') throw decline(account, intent, method, verdict, cause)
  return succeed(account, intent, method, cause)
}

function judge(
  { card, isSetUp }: PaymentMethodRecord,
  { isOffSession, refusesAction, isAuthenticated }: Confirmation,
  today: Date,
): Decline | 'approve' | 'authenticate' {
  if (hasExpired(card, today)) return expiredCard
  const testCard = findTestCard(card.number)
  const { authentication } = testCard ?? {}
  const asksAnyway =
    authentication === 'always' || (authentication === 'with_holder' && !isOffSession)
  if (authentication && (asksAnyway || !isSetUp) && !isAuthenticated)
    return isOffSession || refusesAction ? authenticationRequired : 'authenticate'
  return testCard?.decline ?? 'approve'
}

function succeed(
  account: Account,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  cause: Cause,
) {
  const charge = account.charges.put(newCharge(account, intent, method))
  if (intent.setupFutureUsage && intent.customer) {
    const attached = attachCard(account, method, intent.customer, cause)
    account.paymentMethods.put({ ...attached, isSetUp: true })
  }
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

function decline(
  account: Account,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  reason: Decline,
  cause: Cause,
) {
  const { code, declineCode = null, message } = reason
  const charge = account.charges.put({
    ...newCharge(account, intent, method),
    status: 'failed',
    failure: { code, declineCode, message },
  })
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

function newCharge(
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

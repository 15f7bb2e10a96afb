import type { Account, Cause } from './account.ts'
import { hasExpired } from './card-details.ts'
import { findPaymentMethod } from './find.ts'
import { startProcessing, takeProcessing } from './processing.ts'
import { decline, failIntent, newCharge, succeed } from './settle-charge.ts'
import { spentError } from './spent-cards.ts'
import type { PaymentIntentRecord, PaymentMethodRecord } from './state/records.ts'
import { authenticationRequired, expiredCard, findTestCard } from './test-cards.ts'
import { paymentIntentView } from './views/intent-views.ts'
import { paymentMethodView } from './views/payment-method-view.ts'
import { ApiError, type Decline } from './wire/api-error.ts'

export type Confirmation = {
  /** The cardholder is not present and cannot pass 3-D Secure. */
  isOffSession?: boolean
  refusesAction?: boolean
  isAuthenticated?: boolean
}

/** Charges the intent's card: it succeeds, is processing, or waits for 3-D Secure. Throws a decline. */
export function chargeIntent(
  account: Account,
  intent: PaymentIntentRecord,
  confirmation: Confirmation,
  cause: Cause,
) {
  const method = findPaymentMethod(account, intent.paymentMethod ?? '')
  if (method.isSpent) throw refuseDetached(account, intent, method, cause)
  const verdict = judge(method, confirmation, account.today())
  if (verdict === 'authenticate') {
    const asked = { ...intent, paymentMethod: method.id, status: 'requires_action' } as const
    account.paymentIntents.put(asked)
    account.emit('payment_intent.requires_action', paymentIntentView(asked), cause)
    return asked
  }
  const charge = newCharge(account, intent, method)
  if (takeProcessing(account, intent.customer))
    return startProcessing(account, intent, charge, cause)
  if (verdict !== 'approve') throw decline(account, intent, method, charge, verdict, cause)
  return succeed(account, intent, method, charge, cause)
}

/** The card was still saved when the intent was created. Without it, the intent loses the card and nothing is charged. */
function refuseDetached(
  account: Account,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  cause: Cause,
) {
  const error = { ...spentError, payment_method: paymentMethodView(method) }
  const failed = failIntent(account, intent, error, cause)
  return new ApiError(400, { ...error, payment_intent: paymentIntentView(failed) })
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

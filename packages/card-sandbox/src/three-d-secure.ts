import type { Account, Cause } from './account.ts'
import { chargeIntent } from './charging.ts'
import { confirmSetup, failSetup } from './saving-cards.ts'
import { failIntent } from './settle-charge.ts'
import { ApiError, missing, refused, type IntentError } from './wire/api-error.ts'

/** The cardholder's answer to the bank: the intent continues, or loses its card. */
export function answerAuthentication(
  account: Account,
  intentId: string,
  passed: boolean,
  cause: Cause,
) {
  const payment = account.paymentIntents.get(intentId)
  const setup = account.setupIntents.get(intentId)
  if (!payment && !setup) throw missing('intent', intentId, 'intent')
  if ((payment ?? setup)?.status !== 'requires_action')
    throw refused('This intent does not wait for its holder.', { code: 'intent_unexpected_state' })
  if (setup) {
    if (passed) confirmSetup(account, setup, cause, true)
    else failSetup(account, setup, notAuthenticated('setup_intent_authentication_failure'), cause)
  }
  if (!payment) return
  if (!passed)
    failIntent(account, payment, notAuthenticated('payment_intent_authentication_failure'), cause)
  else chargeAuthenticated(account, payment, cause)
}

/** After 3-D Secure, the intent reports a decline, because no call could return the error. */
function chargeAuthenticated(
  account: Account,
  payment: Parameters<typeof chargeIntent>[1],
  cause: Cause,
) {
  try {
    chargeIntent(account, payment, { isAuthenticated: true }, cause)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

function notAuthenticated(code: NonNullable<IntentError['code']>): IntentError {
  return {
    type: 'invalid_request_error',
    code,
    message:
      'We are unable to authenticate your payment method. ' +
      'Please choose a different payment method and try again.',
  }
}

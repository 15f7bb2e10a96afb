import type { Account, Cause } from './account.ts'
import { findCustomer, findPaymentMethod } from './find.ts'
import { refuseSpent } from './spent-cards.ts'
import type { PaymentMethodRecord, SetupIntentRecord } from './state/records.ts'
import { findTestCard } from './test-cards.ts'
import { ApiError, cardError, declineError, refused } from './wire/api-error.ts'
import { setupIntentView } from './views/intent-views.ts'
import { paymentMethodView } from './views/payment-method-view.ts'

/** Attaches a card to a customer, unless the bank declines it or it belongs to another customer. */
export function attachCard(
  account: Account,
  method: PaymentMethodRecord,
  customerId: string,
  cause: Cause,
) {
  findCustomer(account, customerId, 'customer')
  refuseSpent(method)
  if (method.customer && method.customer !== customerId)
    throw refused('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  const decline = declineWhenSaved(method)
  if (decline) throw cardError(decline)
  if (method.customer) return method
  const attached = account.paymentMethods.put({ ...method, customer: customerId })
  account.emit('payment_method.attached', paymentMethodView(attached), cause)
  return attached
}

function declineWhenSaved({ card }: PaymentMethodRecord) {
  const testCard = findTestCard(card.number)
  return testCard?.declinesAt === 'save' ? testCard.decline : undefined
}

/** Saves a card for off-session charges: it is declined, requires 3-D Secure first, or is attached. */
export function confirmSetup(
  account: Account,
  intent: SetupIntentRecord,
  cause: Cause,
  isAuthenticated = false,
) {
  const method = findPaymentMethod(account, intent.paymentMethod ?? '')
  refuseSpent(method)
  const decline = declineWhenSaved(method)
  if (decline) {
    const error = declineError(decline, { payment_method: paymentMethodView(method) })
    const failed = failSetup(account, intent, error, cause)
    throw new ApiError(402, { ...error, setup_intent: setupIntentView(failed) })
  }
  if (findTestCard(method.card.number)?.authentication && !isAuthenticated) {
    const asked = { ...intent, paymentMethod: method.id, status: 'requires_action' } as const
    account.setupIntents.put(asked)
    account.emit('setup_intent.requires_action', setupIntentView(asked), cause)
    return asked
  }
  if (intent.customer) attachCard(account, method, intent.customer, cause)
  const saved = account.paymentMethods.get(method.id) ?? method
  account.paymentMethods.put({ ...saved, isSetUp: true })
  const succeeded = account.setupIntents.put({
    ...intent,
    paymentMethod: method.id,
    status: 'succeeded',
    lastError: null,
  })
  account.emit('setup_intent.succeeded', setupIntentView(succeeded), cause)
  return succeeded
}

export function failSetup(
  account: Account,
  intent: SetupIntentRecord,
  lastError: NonNullable<SetupIntentRecord['lastError']>,
  cause: Cause,
) {
  const status = 'requires_payment_method'
  const failed = account.setupIntents.put({ ...intent, status, lastError })
  account.emit('setup_intent.setup_failed', setupIntentView(failed), cause)
  return failed
}

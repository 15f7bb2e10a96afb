import { findCustomer, findPaymentMethod, findSetupIntent } from '../find.ts'
import { newId, randomLetters } from '../ids.ts'
import { confirmSetup } from '../saving-cards.ts'
import { refuseSpent } from '../spent-cards.ts'
import type { SetupIntentRecord } from '../state/records.ts'
import { setupIntentView } from '../views/intent-views.ts'
import { refused } from '../wire/api-error.ts'
import { requireClientSecret } from './client-secret.ts'
import type { Call, Route } from './route.ts'

export const setupIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    accepts: [
      'allowed_payment_method_types',
      'automatic_payment_methods',
      'confirm',
      'customer',
      'description',
      'excluded_payment_method_types',
      'metadata',
      'payment_method',
      'payment_method_options',
      'return_url',
      'usage',
      'use_stripe_sdk',
    ],
    answer: createSetupIntent,
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    accepts: ['client_secret'],
    isForBrowsers: true,
    answer(call) {
      const intent = findSetupIntent(call.account, call.id)
      requireClientSecret(call, intent)
      return setupIntentView(intent)
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    accepts: ['client_secret', 'payment_method', 'return_url', 'use_stripe_sdk', 'mandate_data'],
    isForBrowsers: true,
    answer(call) {
      const { account, params, cause } = call
      const intent = findSetupIntent(account, call.id)
      requireClientSecret(call, intent)
      refuseUnless(intent, ['requires_payment_method', 'requires_confirmation'], 'confirm')
      const paymentMethod = params.text('payment_method') ?? intent.paymentMethod
      return setupIntentView(confirmSetup(account, { ...intent, paymentMethod }, cause))
    },
  },
]

function createSetupIntent({ account, params, cause }: Call) {
  const customer = params.text('customer') || null
  if (customer) findCustomer(account, customer, 'customer')
  const given = params.text('payment_method')
  const method = given ? findPaymentMethod(account, given) : undefined
  if (method) refuseSpent(method)
  const paymentMethod = method?.id ?? null
  const id = newId('seti_1')
  const intent = account.setupIntents.put({
    id,
    created: account.now(),
    clientSecret: `${id}_secret_${randomLetters(25)}`,
    customer,
    description: params.text('description') || null,
    paymentMethod,
    metadata: params.metadata(),
    lastError: null,
    usage: params.oneOf('usage', ['off_session', 'on_session']) ?? 'off_session',
    status: paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    cancellationReason: null,
  })
  account.emit('setup_intent.created', setupIntentView(intent), cause)
  return setupIntentView(params.flag('confirm') ? confirmSetup(account, intent, cause) : intent)
}

function refuseUnless(
  intent: SetupIntentRecord,
  allowed: readonly SetupIntentRecord['status'][],
  action: string,
) {
  if (!allowed.includes(intent.status))
    throw refused(
      `You cannot ${action} this SetupIntent because it has a status of ${intent.status}.`,
      { code: 'setup_intent_unexpected_state', setup_intent: setupIntentView(intent) },
    )
}

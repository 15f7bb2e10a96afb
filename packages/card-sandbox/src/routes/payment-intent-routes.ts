import { chargeIntent } from '../charging.ts'
import { findPaymentIntent } from '../find.ts'
import { abandonCharge } from '../processing.ts'
import type { PaymentIntentRecord } from '../state/records.ts'
import { paymentIntentView } from '../views/intent-views.ts'
import { missing, refused } from '../wire/api-error.ts'
import { listPage, listParams } from '../wire/listing.ts'
import { requireClientSecret } from './client-secret.ts'
import { createPaymentIntent, creationParams, readPaymentMethod } from './create-payment-intent.ts'
import type { Call, Route } from './route.ts'

export const paymentIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    accepts: creationParams,
    answer: createPaymentIntent,
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    accepts: [...listParams, 'customer'],
    answer({ account, params }) {
      const customer = params.text('customer')
      if (customer && !account.customers.get(customer))
        throw missing('customer', customer, 'customer', 400)
      const intents = account.paymentIntents.newestFirst()
      const found = intents.filter((intent) => !customer || intent.customer === customer)
      return listPage('/v1/payment_intents', found, params, paymentIntentView)
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    accepts: ['client_secret'],
    isForBrowsers: true,
    answer(call) {
      const intent = findPaymentIntent(call.account, call.id)
      requireClientSecret(call, intent)
      return paymentIntentView(intent)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    accepts: [
      'client_secret',
      'error_on_requires_action',
      'mandate_data',
      'off_session',
      'payment_method',
      'return_url',
      'setup_future_usage',
      'use_stripe_sdk',
    ],
    isForBrowsers: true,
    answer: confirm,
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    accepts: ['cancellation_reason'],
    answer: cancel,
  },
]

function confirm(call: Call) {
  const { account, params, cause } = call
  const intent = findPaymentIntent(account, call.id)
  requireClientSecret(call, intent)
  const isCardGiven = Boolean(params.text('payment_method'))
  // A card that waits for 3-D Secure may be replaced by another one.
  const confirmable = isCardGiven
    ? ['requires_payment_method', 'requires_confirmation', 'requires_action']
    : ['requires_confirmation']
  if (!confirmable.includes(intent.status)) throw unexpectedState(intent, 'confirm')
  const paymentMethod = isCardGiven
    ? readPaymentMethod(account, params, intent.customer)
    : intent.paymentMethod
  const confirmed = chargeIntent(
    account,
    { ...intent, paymentMethod },
    {
      isOffSession: params.flag('off_session') ?? false,
      refusesAction: params.flag('error_on_requires_action') ?? false,
    },
    cause,
  )
  return paymentIntentView(confirmed)
}

function cancel({ account, id, params, cause }: Call) {
  const intent = findPaymentIntent(account, id)
  const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const
  const cancellationReason = params.oneOf('cancellation_reason', reasons) ?? null
  const isHeld = intent.status === 'processing' && !account.settings.canCancelProcessing
  if (isHeld || intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(intent, 'cancel')
  if (account.checkouts.newestFirst().some((checkout) => checkout.paymentIntent === id))
    throw refused(
      'The PaymentIntent of a Checkout Session cannot be canceled: expire the Checkout Session instead.',
      { code: 'payment_intent_unexpected_state', payment_intent: paymentIntentView(intent) },
    )
  abandonCharge(account, intent, cause)
  const canceled = account.paymentIntents.put({
    ...intent,
    status: 'canceled',
    canceledAt: account.now(),
    cancellationReason,
  })
  account.emit('payment_intent.canceled', paymentIntentView(canceled), cause)
  return paymentIntentView(canceled)
}

function unexpectedState(intent: PaymentIntentRecord, action: string) {
  return refused(
    `You cannot ${action} this PaymentIntent because it has a status of ${intent.status}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: paymentIntentView(intent) },
  )
}

import type { Account } from '../account.ts'
import { chargeIntent } from '../charging.ts'
import { amountProblem, isSupported } from '../currencies.ts'
import { findCustomer, findPaymentMethod } from '../find.ts'
import { newId, randomLetters } from '../ids.ts'
import { refuseSpent } from '../spent-cards.ts'
import { readDescriptorSuffix } from '../statement-descriptor.ts'
import { paymentIntentView } from '../views/intent-views.ts'
import { badParameter, refused } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import type { Call } from './route.ts'

export const creationParams = [
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'currency',
  'customer',
  'description',
  'error_on_requires_action',
  'excluded_payment_method_types',
  'mandate',
  'metadata',
  'off_session',
  'payment_method',
  'payment_method_options',
  'receipt_email',
  'return_url',
  'setup_future_usage',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
  'use_stripe_sdk',
]

export function createPaymentIntent({ account, params, cause }: Call) {
  const { amount, currency } = readAmount(params)
  const customer = params.text('customer') || null
  if (customer) findCustomer(account, customer, 'customer')
  const isConfirmed = params.flag('confirm') ?? false
  for (const name of ['off_session', 'error_on_requires_action'])
    if (params.text(name) !== undefined && !isConfirmed)
      throw badParameter(
        name,
        'parameter_invalid',
        `You cannot use \`${name}\` without \`confirm=true\`.`,
      )
  const paymentMethod = readPaymentMethod(account, params, customer)
  if (isConfirmed && !paymentMethod)
    throw refused("You cannot confirm this PaymentIntent because it's missing a payment method.", {
      code: 'payment_intent_unexpected_state',
    })

  const id = newId('pi_3')
  const intent = account.paymentIntents.put({
    id,
    created: account.now(),
    clientSecret: `${id}_secret_${randomLetters(25)}`,
    amount,
    currency,
    customer,
    description: params.text('description') || null,
    paymentMethod,
    metadata: params.metadata(),
    lastError: null,
    status: paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    latestCharge: null,
    receiptEmail: params.text('receipt_email') || null,
    descriptorSuffix: readDescriptorSuffix(params),
    setupFutureUsage: params.oneOf('setup_future_usage', ['off_session', 'on_session']) ?? null,
    canceledAt: null,
    cancellationReason: null,
  })
  account.emit('payment_intent.created', paymentIntentView(intent), cause)
  if (!isConfirmed) return paymentIntentView(intent)
  const confirmation = {
    isOffSession: params.flag('off_session') ?? false,
    refusesAction: params.flag('error_on_requires_action') ?? false,
  }
  return paymentIntentView(chargeIntent(account, intent, confirmation, cause))
}

function readAmount(params: Params) {
  const amount = params.requiredInteger('amount')
  const currency = params.requiredText('currency').toLowerCase()
  if (!isSupported(currency))
    throw badParameter('currency', undefined, `Invalid currency: ${currency}`)
  const problem = amountProblem(amount, currency)
  if (problem) throw badParameter('amount', problem.code, problem.message)
  return { amount, currency }
}

/** Returns the card that a call names for an intent. Throws if it cannot be used or belongs to another customer. */
export function readPaymentMethod(account: Account, params: Params, customer: string | null) {
  const id = params.text('payment_method')
  if (!id) return null
  const method = findPaymentMethod(account, id)
  refuseSpent(method)
  if (method.customer && method.customer !== customer)
    throw refused(
      `The customer ${customer ?? '(none)'} does not own the PaymentMethod ${id}. ` +
        'It belongs to another Customer: provide that customer, or another PaymentMethod.',
      { code: 'payment_method_customer_mismatch', param: 'payment_method' },
    )
  return method.id
}

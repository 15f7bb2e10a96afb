import { chargeIntent } from '../charging.ts'
import { findCheckout } from '../checkouts.ts'
import { findPaymentMethod } from '../find.ts'
import { newId, randomLetters } from '../ids.ts'
import type { CheckoutRecord, PaymentIntentRecord } from '../state/records.ts'
import { totalOf } from '../views/checkout-views.ts'
import { refuseSpent } from '../spent-cards.ts'
import { paymentIntentView } from '../views/intent-views.ts'
import { badParameter, refused } from '../wire/api-error.ts'
import { requireClientSecret } from './client-secret.ts'
import type { Call } from './route.ts'

/** Returns the content of the embedded page. */
export function paymentPage(call: Call) {
  const { account } = call
  const checkout = findCheckout(account, call.id)
  requireClientSecret(call, checkout)
  const { status, currency, items, redirect, returnUrl } = checkout
  const customer = account.customers.get(checkout.customer)
  return {
    status,
    currency,
    amount: totalOf(checkout),
    items: items.map(({ name, quantity }) => ({ name, quantity })),
    email: customer?.email ?? checkout.customerEmail,
    name: customer?.name ?? null,
    redirect,
    return_url: returnUrl?.replace('{CHECKOUT_SESSION_ID}', checkout.id) ?? null,
    intent: intentOf(call, checkout),
  }
}

function intentOf({ account }: Call, { paymentIntent }: CheckoutRecord) {
  const intent = account.paymentIntents.get(paymentIntent)
  return intent ? paymentIntentView(intent) : null
}

/** Pays with the entered card. If the bank requires authentication, the page shows it and then reads the state again. */
export function payOnPage(call: Call) {
  const { account, params, cause } = call
  const checkout = findCheckout(account, call.id)
  requireClientSecret(call, checkout)
  if (checkout.status !== 'open')
    throw refused(`This Checkout Session is no longer open: it is ${checkout.status}.`, {
      code: 'checkout_session_not_open',
    })
  const email = params.text('email') || account.customers.get(checkout.customer)?.email
  if (!email || !/^\S+@\S+\.\S+$/.test(email))
    throw badParameter('email', 'email_invalid', 'Your email is incomplete.')
  const method = findPaymentMethod(account, params.requiredText('payment_method'))
  refuseSpent(method)
  const intent = openIntent(call, checkout, method.id)
  account.checkouts.put({
    ...checkout,
    payer: { email, name: params.text('name') ?? '' },
    paymentIntent: intent.id,
  })
  chargeIntent(account, intent, {}, cause)
  return paymentPage(call)
}

/** All tries use one intent, so that a page is not paid twice. */
function openIntent(
  { account, cause }: Call,
  checkout: CheckoutRecord,
  paymentMethod: string,
): PaymentIntentRecord {
  const former = account.paymentIntents.get(checkout.paymentIntent)
  if (former) return account.paymentIntents.put({ ...former, paymentMethod })
  const id = newId('pi_3')
  const intent = account.paymentIntents.put({
    id,
    created: account.now(),
    clientSecret: `${id}_secret_${randomLetters(25)}`,
    amount: totalOf(checkout),
    currency: checkout.currency,
    customer: checkout.customer,
    description: checkout.intentDescription,
    paymentMethod,
    metadata: checkout.intentMetadata,
    lastError: null,
    status: 'requires_confirmation',
    latestCharge: null,
    receiptEmail: null,
    descriptorSuffix: checkout.intentDescriptorSuffix,
    setupFutureUsage: null,
    canceledAt: null,
    cancellationReason: null,
  })
  account.emit('payment_intent.created', paymentIntentView(intent), cause)
  return intent
}

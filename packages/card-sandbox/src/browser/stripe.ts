// The portal's page loads this file instead of https://js.stripe.com/endive/stripe.js; it has the same functions.
import type { StripeError } from '@stripe/stripe-js'
import { hasFailed, type Failed } from './calls.ts'
import { createCheckoutPage } from './checkout-page.ts'
import { StripeElement } from './element.ts'
import { createElements } from './elements.ts'
import { integrationError } from './integration-error.ts'
import { confirmIntent, handleNextAction, type Confirmation } from './intents.ts'

type Made = { id: string } | Failed
type MethodWanted = {
  type?: string
  card?: unknown
  elements?: ReturnType<typeof createElements>
  params?: object
  billing_details?: object
  metadata?: object
}

function cardElement(given: unknown): StripeElement {
  if (given instanceof StripeElement && given.kind === 'card') return given
  throw integrationError('You must provide a Stripe Element to create a token with.')
}

function secretOf(clientSecret: unknown, caller: string): string {
  if (typeof clientSecret === 'string' && /^(pi|seti)_\w+_secret_\w+$/.test(clientSecret))
    return clientSecret
  throw integrationError(
    `Invalid value for ${caller}: the client secret should be a client secret of the form ` +
      '${id}_secret_${secret}.',
  )
}

function createStripe(key: string) {
  if (typeof key !== 'string' || !/^pk_test_\w{3,}$/.test(key))
    throw integrationError('Please call Stripe() with your publishable key, pk_test_… here.')

  async function answerOf(
    name: string,
    made: Promise<Made>,
  ): Promise<Record<string, unknown> | { error: StripeError }> {
    const answer = await made
    return hasFailed(answer) ? { error: answer.error } : { [name]: answer }
  }

  return {
    elements: createElements,
    createToken: async (element: unknown, data: object = {}) =>
      answerOf('token', cardElement(element).send<Made>('token', key, data)),
    createPaymentMethod: async ({ card, elements, params, ...data }: MethodWanted) => {
      const { type: _, ...details } = { ...data, ...params }
      const element = cardElement(card ?? elements?.getElement('card'))
      return answerOf('paymentMethod', element.send<Made>('payment_method', key, details))
    },
    confirmCardPayment: async (clientSecret: unknown, data?: Confirmation) =>
      confirmIntent(key, secretOf(clientSecret, 'stripe.confirmCardPayment'), data),
    confirmCardSetup: async (clientSecret: unknown, data?: Confirmation) =>
      confirmIntent(key, secretOf(clientSecret, 'stripe.confirmCardSetup'), data),
    handleNextAction: async ({ clientSecret }: { clientSecret?: unknown }) =>
      handleNextAction(key, secretOf(clientSecret, 'stripe.handleNextAction')),
    createEmbeddedCheckoutPage: async (options: Parameters<typeof createCheckoutPage>[1]) =>
      createCheckoutPage(key, options),
    initEmbeddedCheckout: async () => {
      throw integrationError(
        'initEmbeddedCheckout is no longer available: call createEmbeddedCheckoutPage instead.',
      )
    },
    // The provider's packages register themselves by this function.
    registerAppInfo() {},
    _registerWrapper() {},
  }
}

// The real script is available in both spellings.
Object.assign(window, {
  Stripe: Object.assign(createStripe, { version: 'endive', Version: 'endive' }),
})

// Shared by the card tests: a separate provider, the official SDK for it, and its controls.
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { apiVersion } from '../src/account.ts'
import type { LoggedRequest } from '../src/request-log.ts'
import { startCards, type CardsSettings } from '../src/start-cards.ts'

export type Cards = Awaited<ReturnType<typeof startCards>>

export function stripeFor({ port }: Pick<Cards, 'port'>, key = 'sk_test_contract') {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    apiVersion,
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 5000,
  })
}

/** Starts a new provider for the tests of a file, and resets it before each test. */
export function useCards(settings: Partial<CardsSettings> = {}) {
  let cards: Cards
  let stripe: Stripe
  beforeAll(async () => {
    cards = await startCards({ port: 0, ...settings })
    stripe = stripeFor(cards)
  })
  beforeEach(async () => void (await control('POST', 'reset')))
  afterAll(() => cards.close())

  async function control(method: 'DELETE' | 'GET' | 'POST', path: string, wish?: object) {
    const answer = await fetch(`${cards.origin}/_sandbox/${path}`, {
      method,
      ...(wish && { body: JSON.stringify(wish) }),
    })
    return (await answer.json()) as unknown
  }

  return {
    get origin() {
      return cards.origin
    },
    get stripe() {
      return stripe
    },
    control,
    /** Makes the next POST to a path wait for `release`. */
    holdNext: (path = '') =>
      control('POST', 'faults', { method: 'POST', path, kind: 'slow_execute', ms: 60_000 }),
    /** Waits until the call that is to be held has arrived. */
    isHolding: () => vi.waitFor(async () => expect(await control('GET', 'faults')).toEqual([])),
    release: async () => expect(await control('POST', 'release')).toEqual({ released: 1 }),
    requests: async () => (await control('GET', 'requests')) as LoggedRequest[],
    get: async (path: string) => {
      const authorization = 'Bearer sk_test_contract'
      const answer = await fetch(`${cards.origin}${path}`, { headers: { authorization } })
      return (await answer.json()) as object
    },
    /** Calls without the SDK, to read the raw response. */
    post: (path: string, body: string, headers: Record<string, string> = {}) =>
      fetch(`${cards.origin}${path}`, {
        method: 'POST',
        body,
        headers: {
          authorization: 'Bearer sk_test_contract',
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      }),
  }
}

/** Returns the error that the SDK throws. */
export async function errorOf(call: Promise<unknown>) {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call was expected to fail, and did not.')
}

/** Creates a customer with a saved card, as the portal does. */
export async function customerWithCard(stripe: Stripe, card = 'pm_card_visa') {
  const customer = await stripe.customers.create({ name: 'Aldgate Capital LLP' })
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: card,
    usage: 'off_session',
    confirm: true,
  })
  return { customer: customer.id, paymentMethod: idOf(setup.payment_method), setup }
}

export function charge(
  stripe: Stripe,
  saved: { customer: string; paymentMethod: string },
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
  options: Stripe.RequestOptions = {},
) {
  return stripe.paymentIntents.create(
    {
      amount: 12_345,
      currency: 'usd',
      customer: saved.customer,
      payment_method: saved.paymentMethod,
      confirm: true,
      off_session: true,
      ...more,
    },
    options,
  )
}

/** The first of the portal's two steps of a payment: an intent that names its card and moves no money. */
export function unconfirmed(
  stripe: Stripe,
  { customer, paymentMethod }: { customer: string; paymentMethod: string },
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
  options: Stripe.RequestOptions = {},
) {
  const intent = { amount: 12_345, currency: 'usd', customer, payment_method: paymentMethod }
  return stripe.paymentIntents.create({ ...intent, ...more }, options)
}

/** Creates a checkout for one product at 120.00. */
export function newCheckout(
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    ui_mode: 'embedded_page',
    redirect_on_completion: 'if_required',
    return_url: 'http://localhost:3000/bought?session={CHECKOUT_SESSION_ID}',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: 12_000,
          product_data: { name: 'Certified Trader' },
        },
      },
    ],
    metadata: { purchase: '7' },
    payment_intent_data: { metadata: { purchase: '7' } },
    ...more,
  }
}

/** Returns the id of an object that may be expanded. */
export function idOf(value: string | { id: string } | null | undefined) {
  if (!value) throw new Error('There is no object with an id.')
  return typeof value === 'string' ? value : value.id
}

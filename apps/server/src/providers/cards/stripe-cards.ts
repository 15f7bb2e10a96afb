import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Config } from '../../config.ts'
import { calling } from '../../platform/log/trace.ts'
import {
  CardDecline,
  UnknownCustomer,
  type CardProvider,
  type ProviderCard,
  type SaveCardResult,
} from './card-provider.ts'
import { stripeCheckouts } from './stripe-checkouts.ts'
import { stripeEvents } from './stripe-events.ts'
import { stripeIntents } from './stripe-intents.ts'
import { findMoneyBack, listMoneyBack } from './stripe-money-back.ts'

/** Returns the card provider by its official SDK; `apiBase` selects another server with the same protocol. */
export function stripeCards(config: Config): CardProvider {
  const { cards } = config
  const base = cards.apiBase ? new URL(cards.apiBase) : undefined
  const stripe = new Stripe(cards.secretKey, {
    apiVersion: '2026-10-28.endive',
    // Only the reconciler retries, because it knows which key to use.
    maxNetworkRetries: 0,
    timeout: 15_000,
    telemetry: false,
    httpClient: tracedClient(),
    ...(base && {
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: base.hostname,
      port: base.port,
    }),
  })

  async function findOrCreateCustomer(
    instance: string,
    accountId: string,
    name: string,
  ): Promise<string> {
    // The customer is searched by this address, even if the database has lost it. The address's domain never exists.
    const email = `${accountId}.${instance}@portal.invalid`.toLowerCase()
    const metadata = { account: accountId, instance }
    for (let pauseMs = 100; ; pauseMs *= 2) {
      for await (const customer of stripe.customers.list({ email, limit: 100 }))
        if (customer.metadata.account === accountId && customer.metadata.instance === instance)
          return customer.id
      try {
        const idempotencyKey = `customer:${instance}:${accountId}`
        return (await stripe.customers.create({ name, email, metadata }, { idempotencyKey })).id
      } catch (error) {
        if (!isBeingMade(error) || pauseMs > longestPauseMs) throw error
        await sleep(pauseMs)
      }
    }
  }

  async function saveCard(customerId: string, token: string, key: string): Promise<SaveCardResult> {
    try {
      if (token.startsWith('seti_')) {
        const intent = await stripe.setupIntents.retrieve(token)
        // The browser names the intent, so another company's card could be named here.
        if (intent.customer !== customerId)
          throw new CardDecline('The card could not be saved.', 'setup_failed', intent.id)
        return await savedBy(intent)
      }
      const method = token.startsWith('pm_')
        ? token
        : (
            await stripe.paymentMethods.create(
              { type: 'card', card: { token } },
              { idempotencyKey: `${key}:method` },
            )
          ).id
      const intent = await stripe.setupIntents.create(
        { customer: customerId, payment_method: method, usage: 'off_session', confirm: true },
        { idempotencyKey: `${key}:setup:${customerId}` },
      )
      return await savedBy(intent)
    } catch (error) {
      if (isUnknownCustomer(error)) throw new UnknownCustomer(customerId, error)
      throw asDecline(error) ?? error
    }
  }

  async function savedBy(intent: Stripe.SetupIntent): Promise<SaveCardResult> {
    if (intent.status === 'succeeded' && intent.payment_method) {
      const id =
        typeof intent.payment_method === 'string' ? intent.payment_method : intent.payment_method.id
      return { card: toCard(await stripe.paymentMethods.retrieve(id)) }
    }
    if (intent.status === 'requires_action' && intent.client_secret)
      return { clientSecret: intent.client_secret }
    const message = intent.last_setup_error?.message ?? 'Your card could not be saved.'
    throw new CardDecline(message, intent.last_setup_error?.code ?? 'setup_failed', intent.id)
  }

  async function findCard(cardId: string): Promise<ProviderCard | undefined> {
    const method = await stripe.paymentMethods.retrieve(cardId)
    return method.customer ? toCard(method) : undefined
  }

  return {
    account: async () => ({
      id: (await stripe.accounts.retrieveCurrent()).id,
      // The account does not show its mode, but each mode has its own keys.
      livemode: /^[sr]k_live_/.test(cards.secretKey),
    }),
    findOrCreateCustomer,
    saveCard,
    removeCard: async (cardId) => void (await stripe.paymentMethods.detach(cardId)),
    setDefaultCard: async (customerId, cardId) =>
      void (await stripe.customers.update(customerId, {
        invoice_settings: { default_payment_method: cardId },
      })),
    ...stripeIntents(stripe, config.production),
    findMoneyBack: (paymentId) => findMoneyBack(stripe, paymentId),
    listMoneyBack: (since) => listMoneyBack(stripe, since),
    findCard,
    ...stripeCheckouts(stripe),
    ...stripeEvents(stripe, config),
  }
}

/**
 * Returns an HTTP client that sends the W3C trace context with each request. The context is not part of what an
 * idempotency key stands for.
 */
function tracedClient() {
  const client = Stripe.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = (host, port, path, method, headers, ...rest) => {
    return calling(`${method} of the card provider`, (trace) =>
      makeRequest(host, port, path, method, { ...headers, ...trace }, ...rest),
    )
  }
  return client
}

function toCard(method: Stripe.PaymentMethod): ProviderCard {
  const { card } = method
  if (!card) throw new Error('the payment method is not a card')
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
  return {
    id: method.id,
    fingerprint: card.fingerprint ?? method.id,
    brand,
    last4,
    expMonth,
    expYear,
  }
}

/** In total, the pauses last about as long as the provider may take to respond. */
const longestPauseMs = 6400

/** True if another request is creating the same object, or created it with a name that has changed since. */
const isBeingMade = (error: unknown) =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError && error.statusCode === 409)

function isUnknownCustomer(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    error.param === 'customer'
  )
}

/** Returns a definite refusal: of the card (402), or of a request that can never succeed (400, 404). */
function asDecline(error: unknown): CardDecline | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined
  const intent = error.payment_intent?.id ?? null
  if (error instanceof Stripe.errors.StripeCardError)
    return new CardDecline(
      error.message,
      error.decline_code || error.code || 'card_declined',
      intent,
    )
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    return new CardDecline(
      'The card could not be used. Please use another card.',
      error.code ?? 'invalid_request',
      intent,
    )
  return undefined
}

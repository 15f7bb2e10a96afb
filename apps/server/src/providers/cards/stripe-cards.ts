import Stripe from 'stripe'
import type { Config } from '../../config.ts'
import {
  CardDecline,
  OutcomeUnknown,
  type CardProvider,
  type ChargeRequest,
  type ChargeState,
  type ProviderCard,
  type SaveCardResult,
  type SoughtCharge,
} from './card-provider.ts'
import { stripeCheckouts } from './stripe-checkouts.ts'
import { stripeEvents } from './stripe-events.ts'
import { findMoneyBack } from './stripe-money-back.ts'

/** The card provider behind its official SDK; `apiBase` points it at another server of the same protocol. */
export function stripeCards(config: Config): CardProvider {
  const { cards } = config
  const base = cards.apiBase ? new URL(cards.apiBase) : undefined
  const stripe = new Stripe(cards.secretKey, {
    apiVersion: '2026-10-28.endive',
    // The reconciler is what tries again, and it knows which key to use.
    maxNetworkRetries: 0,
    timeout: 15_000,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: base.hostname,
      port: base.port,
    }),
  })

  async function createCustomer(accountId: string, companyName: string): Promise<string> {
    // Two first cards at once make one customer.
    const customer = await stripe.customers.create(
      { name: companyName, metadata: { account: accountId } },
      { idempotencyKey: `customer:${accountId}` },
    )
    return customer.id
  }

  async function saveCard(customerId: string, token: string, key: string): Promise<SaveCardResult> {
    try {
      if (token.startsWith('seti_')) {
        const intent = await stripe.setupIntents.retrieve(token)
        // Named by a browser: another company's card must not come in this way.
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
        { idempotencyKey: `${key}:setup` },
      )
      return await savedBy(intent)
    } catch (error) {
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

  async function charge(request: ChargeRequest): Promise<ChargeState> {
    const { attemptId, accountId, invoiceId, invoiceNumber, customerId, cardId } = request
    const { amountCents, onSession } = request
    try {
      const intent = await stripe.paymentIntents.create(
        {
          amount: amountCents,
          currency: 'usd',
          customer: customerId,
          payment_method: cardId,
          allowed_payment_method_types: ['card'],
          confirm: true,
          ...(onSession ? { use_stripe_sdk: true } : { off_session: true }),
          description: `Invoice ${invoiceNumber}`,
          metadata: { attempt: attemptId, invoice: invoiceId, account: accountId },
        },
        { idempotencyKey: `pay:${attemptId}` },
      )
      return chargeState(intent)
    } catch (error) {
      throw asDecline(error) ?? new OutcomeUnknown('no certain answer', { cause: error })
    }
  }

  async function cancelCharge(providerId: string): Promise<ChargeState> {
    try {
      const reason = { cancellation_reason: 'abandoned' } as const
      return chargeState(await stripe.paymentIntents.cancel(providerId, reason))
    } catch (error) {
      // Paid, or cancelled by somebody else, before this came.
      if (isUnexpectedState(error))
        return chargeState(await stripe.paymentIntents.retrieve(providerId))
      throw new OutcomeUnknown('no certain answer', { cause: error })
    }
  }

  async function findCharge(sought: SoughtCharge): Promise<ChargeState | undefined> {
    const { attemptId, providerId, customerId, createdAt } = sought
    if (providerId) return chargeState(await stripe.paymentIntents.retrieve(providerId))
    // Search lags behind by up to a minute, the customer's list does not. Clocks may differ by an hour.
    const created = { gte: Math.floor(createdAt.getTime() / 1000) - 3600 }
    for await (const intent of stripe.paymentIntents.list({
      customer: customerId,
      created,
      limit: 100,
    }))
      if (intent.metadata.attempt === attemptId) return chargeState(intent)
    return undefined
  }

  async function findCard(cardId: string): Promise<ProviderCard | undefined> {
    const method = await stripe.paymentMethods.retrieve(cardId)
    return method.customer ? toCard(method) : undefined
  }

  return {
    createCustomer,
    saveCard,
    removeCard: async (cardId) => void (await stripe.paymentMethods.detach(cardId)),
    setDefaultCard: async (customerId, cardId) =>
      void (await stripe.customers.update(customerId, {
        invoice_settings: { default_payment_method: cardId },
      })),
    charge,
    cancelCharge,
    findCharge,
    findMoneyBack: (paymentId) => findMoneyBack(stripe, paymentId),
    findCard,
    ...stripeCheckouts(stripe),
    ...stripeEvents(stripe, config),
  }
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

function chargeState(intent: Stripe.PaymentIntent): ChargeState {
  const providerId = intent.id
  if (intent.status === 'succeeded') return { state: 'succeeded', providerId }
  if (intent.status === 'requires_action' && intent.client_secret)
    return { state: 'requires_action', providerId, clientSecret: intent.client_secret }
  if (intent.status === 'requires_payment_method' || intent.status === 'canceled') {
    const failure = intent.last_payment_error
    const code = failure?.decline_code || failure?.code || intent.status
    return {
      state: 'failed',
      providerId,
      code,
      message: failure?.message ?? 'Your card was declined.',
      canGoOn: intent.status !== 'canceled',
    }
  }
  return { state: 'open', providerId }
}

function isUnexpectedState(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'payment_intent_unexpected_state'
  )
}

/** A certain no: the card's (402), or a request the provider will never accept (400, 404). */
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
      refusedRequests[error.code ?? ''] ?? 'The card could not be used. Please use another card.',
      error.code ?? 'invalid_request',
      intent,
    )
  return undefined
}

/** Requests the provider refuses whatever the card, in words a customer can act on. */
const refusedRequests: Record<string, string> = {
  amount_too_small: 'The amount is too small to be paid by card.',
  amount_too_large: 'The amount is too large to be paid by card.',
}

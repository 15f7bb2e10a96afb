import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { statementDescriptorSuffix } from '@portal/domain/payments/statement-descriptor'
import {
  RequestFailed,
  type CardProvider,
  type ChargeFailure,
  type IntentRequest,
  type ProviderIntent,
} from './card-provider.ts'

type Intents = Pick<
  CardProvider,
  'createIntent' | 'confirmIntent' | 'cancelIntent' | 'findIntent' | 'listIntents'
>

/** PaymentIntents: the part of the port that moves money. */
export function stripeIntents(stripe: Stripe, production: boolean): Intents {
  async function createIntent(request: IntentRequest): Promise<ProviderIntent> {
    const { instance, accountId, invoiceNumber, attemptId, customerId, cardId } = request
    return ask(() =>
      stripe.paymentIntents.create(
        {
          amount: request.amountCents,
          currency: 'usd',
          customer: customerId,
          payment_method: cardId,
          allowed_payment_method_types: ['card'],
          description: `Invoice ${invoiceNumber}`,
          statement_descriptor_suffix: statementDescriptorSuffix(invoiceNumber),
          metadata: { instance, account: accountId, invoice: invoiceNumber, attempt: attemptId },
        },
        { idempotencyKey: `create:${attemptId}` },
      ),
    )
  }

  function confirmIntent(id: string, attemptId: string, onSession: boolean) {
    return ask(() =>
      stripe.paymentIntents.confirm(
        id,
        onSession ? { use_stripe_sdk: true } : { off_session: true },
        { idempotencyKey: `confirm:${attemptId}` },
      ),
    )
  }

  function cancelIntent(id: string) {
    return ask(() =>
      stripe.paymentIntents.cancel(
        id,
        { cancellation_reason: 'abandoned' },
        // Needs a new key: the same key would repeat the response to an earlier try.
        { idempotencyKey: `cancel:${id}:${randomUUID()}` },
      ),
    )
  }

  async function findIntent(id: string): Promise<ProviderIntent | undefined> {
    try {
      return await ask(() => stripe.paymentIntents.retrieve(id))
    } catch (error) {
      if (isForgotten(error)) return undefined
      throw error
    }
  }

  async function* listIntents({
    customerId,
    since,
  }: {
    customerId?: string
    since: number | null
  }): AsyncGenerator<ProviderIntent> {
    const filter = {
      ...(customerId && { customer: customerId }),
      ...(since !== null && { created: { gte: Math.floor(since / 1000) } }),
    }
    try {
      for await (const intent of stripe.paymentIntents.list({ ...filter, limit: 100 })) {
        const ours = toIntent(intent)
        if (ours) yield ours
      }
    } catch (error) {
      const failed = asRequestFailed(error)
      // The customer of a cleared test account has no intents.
      if (!isForgotten(failed)) throw failed
    }
  }

  /** A test account can be cleared at any time. Live data is never deleted, so there this is an error. */
  function isForgotten(error: unknown): boolean {
    return !production && error instanceof RequestFailed && error.code === 'resource_missing'
  }

  return { createIntent, confirmIntent, cancelIntent, findIntent, listIntents }
}

async function ask(request: () => Promise<Stripe.PaymentIntent>): Promise<ProviderIntent> {
  let answer: Stripe.PaymentIntent
  try {
    answer = await request()
  } catch (error) {
    throw asRequestFailed(error)
  }
  const intent = toIntent(answer)
  if (!intent) throw new Error("the intent is not the portal's")
  return intent
}

const isUuid = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)

/** Returns undefined for an intent that names no attempt, such as the intent of a checkout. */
export function toIntent(intent: Stripe.PaymentIntent): ProviderIntent | undefined {
  const { instance, account, invoice, attempt } = intent.metadata
  if (!instance || !account || !invoice || !attempt || !isUuid(attempt)) return undefined
  const { last_payment_error: error, payment_method: card, customer } = intent
  const decline = error && declineOf(error)
  return {
    id: intent.id,
    instance,
    accountId: account,
    invoiceNumber: invoice,
    attemptId: attempt,
    amountCents: intent.amount,
    status: statusOf(intent.status),
    createdAt: intent.created * 1000,
    cardId: typeof card === 'string' ? card : (card?.id ?? null),
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
    clientSecret: intent.client_secret,
    ...(decline && { decline, declineReason: decline.message }),
  }
}

const statuses: readonly string[] = [
  'requires_confirmation',
  'requires_payment_method',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
] satisfies ProviderIntent['status'][]

function statusOf(status: Stripe.PaymentIntent.Status): ProviderIntent['status'] {
  // The confirm also captures the money, so `requires_capture` never happens.
  if (!statuses.includes(status)) throw new Error(`the intent has the status ${status}`)
  return status as ProviderIntent['status']
}

const declineOf = ({ code, decline_code, message }: Stripe.PaymentIntent.LastPaymentError) => ({
  code: decline_code || code || 'card_declined',
  message: message ?? 'Your card was declined.',
})

function asRequestFailed(error: unknown): RequestFailed {
  if (error instanceof RequestFailed) return error
  if (!(error instanceof Stripe.errors.StripeError))
    return new RequestFailed(error, undefined, undefined, unusable, undefined)
  const code = error instanceof Stripe.errors.StripeIdempotencyError ? error.rawType : error.code
  const intent = error.payment_intent && toIntent(error.payment_intent)
  return new RequestFailed(error, error.statusCode, code, failureOf(error), intent)
}

const unusable: ChargeFailure = {
  code: 'invalid_request',
  message: 'The card could not be used. Please use another card.',
}

function failureOf(error: Stripe.errors.StripeError): ChargeFailure {
  if (error instanceof Stripe.errors.StripeCardError)
    return { code: error.decline_code || error.code || 'card_declined', message: error.message }
  const { code = unusable.code } = error
  return { code, message: refusedRequests[code] ?? unusable.message }
}

/** Codes of requests that the provider refuses for every card. */
const refusedRequests: Record<string, string> = {
  amount_too_small: 'The amount is too small to be paid by card.',
  amount_too_large: 'The amount is too large to be paid by card.',
}

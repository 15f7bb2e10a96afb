import type Stripe from 'stripe'
import type { CardProvider, ProviderIntent } from './card-provider.ts'

/** The part of the port that is about the whole account: what a database is held against. */
export function stripeAccount(
  stripe: Stripe,
  secretKey: string,
): Pick<CardProvider, 'account' | 'listIntents'> {
  return {
    async account() {
      const { id } = await stripe.accounts.retrieveCurrent()
      // The account does not say its mode: each mode has keys of its own.
      return { id, livemode: /^[sr]k_live_/.test(secretKey) }
    },
    async *listIntents({ since }) {
      const created = since && { gte: Math.floor(since.getTime() / 1000) }
      for await (const intent of stripe.paymentIntents.list({
        limit: 100,
        ...(created && { created }),
      }))
        yield providerIntent(intent)
    },
  }
}

function providerIntent(intent: Stripe.PaymentIntent): ProviderIntent {
  const { customer, last_payment_error: failure } = intent
  return {
    id: intent.id,
    createdAt: new Date(intent.created * 1000),
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
    metadata: intent.metadata,
    amount: intent.amount,
    currency: intent.currency.toUpperCase(),
    status: intent.status,
    lastError: failure && {
      code: failure.decline_code || failure.code || failure.type,
      message: failure.message ?? 'Your card was declined.',
    },
  }
}

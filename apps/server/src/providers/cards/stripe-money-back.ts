import type Stripe from 'stripe'
import type { MoneyBack, ProviderDispute, ProviderRefund } from './card-provider.ts'
import { ownerOf } from './stripe-events.ts'

/** All refunds and disputes of an intent, whatever their state, to the last page of each list. */
export async function findMoneyBack(stripe: Stripe, paymentId: string): Promise<MoneyBack> {
  const of = { payment_intent: paymentId, limit: 100 }
  const intent = await stripe.paymentIntents.retrieve(paymentId)
  const refunds: ProviderRefund[] = []
  for await (const { id, amount, status, created } of stripe.refunds.list(of))
    refunds.push({ id, amountCents: amount, state: refundState(status), at: instant(created) })
  const disputes: ProviderDispute[] = []
  for await (const { id, amount, status } of stripe.disputes.list(of))
    // A question of the bank has taken no money.
    if (!status.startsWith('warning_'))
      disputes.push({ id, amountCents: amount, state: disputeState(status) })
  // The lists are newest first; what came first comes first in the history.
  return {
    ...ownerOf(intent.metadata),
    refunds: refunds.reverse(),
    disputes: disputes.reverse(),
    seenAt: new Date(intent.lastResponse.headers['date'] ?? Date.now()),
  }
}

const instant = (seconds: number) => new Date(seconds * 1000)

function refundState(status: string | null): ProviderRefund['state'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

function disputeState(status: string): ProviderDispute['state'] {
  return status === 'won' || status === 'lost' ? status : 'open'
}

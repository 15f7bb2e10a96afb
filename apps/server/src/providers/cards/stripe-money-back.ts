import type Stripe from 'stripe'
import type { MoneyBack, ProviderDispute, ProviderRefund } from './card-provider.ts'
import { ownerOf } from './stripe-events.ts'

/** Returns all refunds and disputes of an intent, in any state, to the last page of each list. */
export async function findMoneyBack(stripe: Stripe, paymentId: string): Promise<MoneyBack> {
  const of = { payment_intent: paymentId, limit: 100 }
  const intent = await stripe.paymentIntents.retrieve(paymentId)
  const refunds: ProviderRefund[] = []
  for await (const { id, amount, status, created } of stripe.refunds.list(of))
    refunds.push({ id, amountCents: amount, state: refundState(status), at: instant(created) })
  const disputes: ProviderDispute[] = []
  for await (const { id, amount, status } of stripe.disputes.list(of))
    // An inquiry of the bank has taken no money.
    if (!status.startsWith('warning_'))
      disputes.push({ id, amountCents: amount, state: disputeState(status) })
  // The lists are newest first; the history needs the oldest first.
  return {
    ...ownerOf(intent.metadata),
    refunds: refunds.reverse(),
    disputes: disputes.reverse(),
    seenAt: new Date(intent.lastResponse.headers['date'] ?? Date.now()),
  }
}

/**
 * Returns the ids of intents with a refund or dispute created at an instant or later, to the last
 * page of each list.
 */
export async function* listMoneyBack(stripe: Stripe, since: Date): AsyncGenerator<string> {
  const newer = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }
  for (const list of [stripe.refunds.list(newer), stripe.disputes.list(newer)])
    for await (const { payment_intent: intent } of list)
      if (intent) yield typeof intent === 'string' ? intent : intent.id
}

const instant = (seconds: number) => new Date(seconds * 1000)

function refundState(status: string | null): ProviderRefund['state'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

function disputeState(status: string): ProviderDispute['state'] {
  return status === 'won' || status === 'lost' ? status : 'open'
}

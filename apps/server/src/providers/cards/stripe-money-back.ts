import type Stripe from 'stripe'
import type { MoneyBack, ProviderDispute, ProviderRefund } from './card-provider.ts'
import { ownerOf } from './stripe-events.ts'

/** Returns all refunds and disputes of an intent, in any state, from all pages of the lists. */
export async function findMoneyBack(stripe: Stripe, paymentId: string): Promise<MoneyBack> {
  const of = { payment_intent: paymentId, limit: 100 }
  const intent = await stripe.paymentIntents.retrieve(paymentId)
  const refunds: ProviderRefund[] = []
  for await (const { id, amount, status, created } of stripe.refunds.list(of))
    refunds.push({ id, amountCents: amount, state: refundState(status), at: instant(created) })
  const disputes: ProviderDispute[] = []
  for await (const dispute of stripe.disputes.list(of)) {
    const state = disputeState(dispute)
    if (state !== 'inquiry') disputes.push({ id: dispute.id, amountCents: dispute.amount, state })
  }
  // The provider lists newest first; the history needs oldest first.
  return {
    ...ownerOf(intent.metadata),
    refunds: refunds.reverse(),
    disputes: disputes.reverse(),
    seenAt: new Date(intent.lastResponse.headers['date'] ?? Date.now()),
  }
}

/** Returns the ids of intents with a refund or dispute created at an instant or later, from all pages of the lists. */
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

type DisputeStatus = Exclude<Named<Stripe.Dispute.Status>, 'prevented'>
/** The named values of a union that also allows any other text. */
type Named<T> = T extends string ? (string extends T ? never : T) : never

/** The meaning of each status of the provider. The compiler requires a line for each status that the library names. */
const disputeStates: Record<DisputeStatus, ProviderDispute['state'] | 'inquiry'> = {
  // The bank only inquires: it has taken no money.
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
  // The bank keeps the money until an appeal is won.
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
}

/** A status that the provider adds later counts as open, so that nothing is charged meanwhile. */
function disputeState({
  status,
  balance_transactions: moved,
}: Stripe.Dispute): ProviderDispute['state'] | 'inquiry' {
  // Settled before it became a dispute: either the money was returned to the bank, or the cardholder was convinced.
  if (status === 'prevented') return moved.some(({ amount }) => amount < 0) ? 'lost' : 'won'
  return disputeStates[status as DisputeStatus] ?? 'open'
}

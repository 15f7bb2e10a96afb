import { cardPaymentRefusal, cardRefusals, type CardPayable } from './card-payment.ts'

interface Selectable extends CardPayable {
  /** The invoice's money was refunded or is disputed: it is paid alone, after a question. */
  hasMoneyBack: boolean
  /** A user announced a transfer: it is paid alone, after a question. */
  isAnnounced: boolean
}

const reasons = {
  [cardRefusals.currency]: 'not in USD',
  [cardRefusals.onHold]: 'being reconciled',
  [cardRefusals.charged]: 'nothing to pay now',
  [cardRefusals.minimum]: 'below $0.50',
  [cardRefusals.limit]: 'above the limit for cards',
} as const

/** Returns briefly why an invoice of a selection is not paid with the others; undefined if it is. */
export function notPaidReason(invoice: Selectable, limitCents: number): string | undefined {
  const refusal = cardPaymentRefusal(invoice, limitCents)
  if (refusal) return reasons[refusal]
  if (invoice.isAnnounced) return 'transfer announced'
  return invoice.hasMoneyBack ? 'refunded or disputed' : undefined
}

/** Returns a text such as `2 can be paid by card, 3 cannot: 2 not in USD, 1 nothing to pay now.` */
export function payableText(notPaid: readonly (string | undefined)[]): string {
  const counts = new Map<string, number>()
  for (const reason of notPaid)
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const cannot = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const can = notPaid.length - cannot
  if (cannot === 0) return can === 1 ? 'It can be paid by card.' : 'All can be paid by card.'
  const [only] = counts.size === 1 ? [...counts.keys()] : []
  const why = only ?? [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ')
  if (notPaid.length === 1) return `It cannot be paid by card: ${why}.`
  return can === 0
    ? `None can be paid by card: ${why}.`
    : `${can} can be paid by card, ${cannot} cannot: ${why}.`
}

export interface CardPayable {
  hasBeenCharged: boolean
  balanceDueCents: number
  currency: string
}

/** The texts of a refused card payment, letter for letter; the first also says why a button is disabled. */
export const cardRefusals = {
  currency: 'Not Available',
  charged: 'Invoice has already been charged or has non-positive balance due',
  limit: 'Invoice exceeds the allowed limit for credit card payments.',
} as const

export type CardRefusal = (typeof cardRefusals)[keyof typeof cardRefusals]

/**
 * Why an invoice cannot be paid by card, in the words the customer reads;
 * nothing when it can. The server refuses with it and the Pay button obeys it.
 */
export function cardPaymentRefusal(
  invoice: CardPayable,
  limitCents: number,
): CardRefusal | undefined {
  if (invoice.currency !== 'USD') return cardRefusals.currency
  if (invoice.hasBeenCharged || invoice.balanceDueCents <= 0) return cardRefusals.charged
  // Exactly the limit is payable: only a balance that *exceeds* it is refused.
  if (invoice.balanceDueCents > limitCents) return cardRefusals.limit
  return undefined
}

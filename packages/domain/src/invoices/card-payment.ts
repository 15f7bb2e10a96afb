export interface CardPayable {
  hasBeenCharged: boolean
  /** Books and payments do not explain each other. */
  isOnHold: boolean
  balanceDueCents: number
  currency: string
}

/** The least that the card provider charges in USD. */
export const cardMinimumCents = 50

/** The texts of a refused card payment, letter for letter; the first also says why a button is disabled. */
export const cardRefusals = {
  currency: 'Not Available',
  charged: 'Invoice has already been charged or has non-positive balance due',
  onHold:
    'This invoice is being reconciled with your provider. It cannot be paid by card until then.',
  minimum: 'Invoice is below the minimum of $0.50 for credit card payments.',
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
  if (invoice.isOnHold) return cardRefusals.onHold
  if (invoice.hasBeenCharged || invoice.balanceDueCents <= 0) return cardRefusals.charged
  if (invoice.balanceDueCents < cardMinimumCents) return cardRefusals.minimum
  // Exactly the limit is payable: only a balance that *exceeds* it is refused.
  if (invoice.balanceDueCents > limitCents) return cardRefusals.limit
  return undefined
}

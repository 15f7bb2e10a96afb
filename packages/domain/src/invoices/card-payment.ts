export interface CardPayable {
  hasBeenCharged: boolean
  /** Books and payments do not explain each other. */
  isOnHold: boolean
  balanceDueCents: number
  currency: string
}

/** The smallest amount in USD that the card provider charges. */
export const cardMinimumCents = 50

/** The texts of refused card payments, verbatim from the specification; the first one is also the tooltip of the button. */
export const cardRefusals = {
  currency: 'Not Available',
  charged: 'Invoice has already been charged or has non-positive balance due',
  onHold:
    'This invoice is being reconciled with your provider. It cannot be paid by card until then.',
  minimum: 'Invoice is below the minimum of $0.50 for credit card payments.',
  limit: 'Invoice exceeds the allowed limit for credit card payments.',
} as const

export type CardRefusal = (typeof cardRefusals)[keyof typeof cardRefusals]

const cardOnly: readonly (string | undefined)[] = [
  cardRefusals.currency,
  cardRefusals.minimum,
  cardRefusals.limit,
]

/** Whether only card payments are refused for this reason: a bank transfer may be possible. */
export const isForTransfer = (refusal: string | undefined) => cardOnly.includes(refusal)

/**
 * Returns why an invoice cannot be paid by card, worded for the customer, or undefined if it can.
 * The server refuses with this text, and the Pay button shows it.
 */
export function cardPaymentRefusal(
  invoice: CardPayable,
  limitCents: number,
): CardRefusal | undefined {
  if (invoice.currency !== 'USD') return cardRefusals.currency
  if (invoice.isOnHold) return cardRefusals.onHold
  if (invoice.hasBeenCharged || invoice.balanceDueCents <= 0) return cardRefusals.charged
  if (invoice.balanceDueCents < cardMinimumCents) return cardRefusals.minimum
  // A balance of exactly the limit is payable; only a balance that *exceeds* it is refused.
  if (invoice.balanceDueCents > limitCents) return cardRefusals.limit
  return undefined
}

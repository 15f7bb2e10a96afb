/** Why AutoPay does not charge an invoice, at all or on its next day. */
export type NotCovered = 'moneyBack' | 'kept' | 'announced' | keyof typeof notCoveredTexts

/**
 * The reasons, worded for the customer; for refunds and disputes see `moneyBackText`, for withdrawn invoices `keptText`, for
 * announced transfers `heldText`.
 */
export const notCoveredTexts = {
  nothingOwed: 'Nothing is left to pay',
  onHold: 'Is being reconciled with your provider',
  pending: 'A payment is in progress or being posted',
  currency: 'Only invoices in USD are paid by card',
  minimum: 'Is below the minimum of $0.50 for credit card payments',
  limit: 'Exceeds the allowed limit for credit card payments',
  notApplied: 'AutoPay waits: a payment of yours is not applied to your invoices yet',
  noDueDate: 'Has no due date',
  capPerCharge: 'Exceeds your cap per charge',
  capPerMonth: 'Exceeds your cap per month',
  paused: 'AutoPay is paused',
  noCard: 'There is no default card',
  cardStopped: 'The default card was declined; please change it',
  cardAsksHolder:
    "The default card's bank requires you to confirm each payment; pay by hand or change the card",
  cardExpired: 'The default card will have expired',
  later: 'Is due after the planned days',
  notFixed: 'Is not among the charges that were fixed for the day',
  raised: "Its balance rose after the day's charges were fixed",
  paidSince: "Was paid after the day's charges were fixed, and is owed again",
} as const

const byTransfer = 'Please pay it by bank transfer.'
const raiseCap = 'Please raise the cap, or pay it by hand.'
const otherCard = 'Please choose another card, or pay it by hand.'

/** What the reader of a mail can do about an invoice that is due and not charged, where its reason does not say so. */
export const whatToDo: Partial<Record<NotCovered, string>> = {
  currency: byTransfer,
  minimum: byTransfer,
  limit: byTransfer,
  capPerCharge: raiseCap,
  capPerMonth: raiseCap,
  paused: 'Please end the pause, or pay it by hand.',
  noCard: otherCard,
  cardExpired: otherCard,
  notApplied: 'Please ask your provider to apply it.',
  kept: 'Please ask your provider, or pay it by hand.',
}

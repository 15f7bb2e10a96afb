/** Where a payment stands, and how people read it. What became of its money comes before its posting. */
export const paymentStatuses = {
  paid: 'Paid',
  posting: 'Paid, being posted',
  confirming: 'Being confirmed',
  waiting: 'Waiting for your bank',
  failed: 'Not charged',
  refundPending: 'Refund on its way',
  partlyRefunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  chargedBack: 'Charged back',
} as const
export type PaymentStatus = keyof typeof paymentStatuses

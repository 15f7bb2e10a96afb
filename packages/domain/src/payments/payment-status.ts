/** The statuses of a payment and their texts. A refund or dispute takes precedence over the posting. */
export const paymentStatuses = {
  paid: 'Paid',
  posting: 'Paid, being posted',
  confirming: 'Being confirmed',
  waiting: 'Waiting for your bank',
  failed: 'Not charged',
  refundPending: 'Refund in progress',
  partlyRefunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  chargedBack: 'Charged back',
} as const
export type PaymentStatus = keyof typeof paymentStatuses

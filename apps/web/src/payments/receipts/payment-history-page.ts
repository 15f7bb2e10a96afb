import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import type { BadgeTone } from '../../ui/Badge.tsx'

/** Page size, as specified for the call. */
export const pageSize = 200

/** The color of an entry: payments, refunds and disputes look different. */
export function entryTone(entryType: string): BadgeTone {
  if (/dispute/i.test(entryType)) return 'danger'
  if (/failed/i.test(entryType)) return 'warn'
  return 'neutral'
}

/** The payment of a receipt: only a succeeded payment has one, not a later refund or dispute. */
export function receiptOf(entry: PaymentHistoryEntry): string | undefined {
  return entry.entryType === 'Card Payment' ? (entry.paymentId ?? undefined) : undefined
}

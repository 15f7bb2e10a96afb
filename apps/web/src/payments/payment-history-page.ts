import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import type { BadgeTone } from '../ui/Badge.tsx'

/** Entries of a page, as the call is specified. */
export const pageSize = 200

/** Money that came in, went back or is contested is told apart at a glance. */
export function entryTone(entryType: string): BadgeTone {
  if (/dispute/i.test(entryType)) return 'danger'
  if (/refund/i.test(entryType)) return 'accent'
  if (/failed/i.test(entryType)) return 'warn'
  return entryType === 'Card Payment' ? 'ok' : 'neutral'
}

/** The payment a receipt can be had for: one that succeeded, not what became of it later. */
export function receiptOf(entry: PaymentHistoryEntry): string | undefined {
  return entry.entryType === 'Card Payment' ? (entry.paymentId ?? undefined) : undefined
}

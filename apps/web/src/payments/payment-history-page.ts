import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import type { BadgeTone } from '../ui/Badge.tsx'
import { pageRange } from '../ui/page-range.ts'

/** Entries of a page, as the call is specified. */
export const pageSize = 200

/** `201–400`: which of the entries the page in sight shows. */
export function rangeText(page: number, shown: number): string {
  return pageRange(page, pageSize, shown)
}

export function isLastPage(page: number, count: number): boolean {
  return page * pageSize >= count
}

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

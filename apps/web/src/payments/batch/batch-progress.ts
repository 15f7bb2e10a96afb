import { formatMoney, toCents } from '@portal/domain/kernel/money'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'

/** Counts the invoices that have an outcome or wait only for the card provider. */
export function answeredCount(batch: PaymentBatch): number {
  return Math.min(batch.total, batch.paid + batch.pending + batch.failed.length + batch.notTried)
}

/** The title of a batch. A batch that was paid in full has the specification's title. */
export function batchTitle(batch: PaymentBatch): string {
  if (batch.status === 'running')
    return batch.question ? 'Your Bank Needs a Response' : 'Paying invoices'
  if (batch.paid === batch.total) return 'Payment Successful'
  if (batch.paid > 0) return `${batch.paid} of ${batch.total} invoices paid`
  return batch.pending > 0 ? 'Payment Being Confirmed' : 'Payment failed.'
}

export function batchSummary(batch: PaymentBatch): string {
  const paid = formatMoney(toCents(batch.paidAmount, batch.currencyIsoCode), batch.currencyIsoCode)
  const parts = [`${batch.paid} of ${batch.total} paid (${paid})`]
  if (batch.pending) parts.push(`${batch.pending} being confirmed`)
  if (batch.failed.length) parts.push(`${batch.failed.length} failed`)
  if (batch.notTried) parts.push(`${batch.notTried} not tried`)
  return parts.join(', ')
}

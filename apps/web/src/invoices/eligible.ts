import { cardPaymentRefusal } from '@portal/domain/invoices/card-payment'
import { config } from '../api/config.ts'
import { cardPayable, type InvoiceRow } from './invoice-row.ts'

/** What "pay all" pays: every invoice of the company that a card may pay, filtered away or not. */
export function eligibleInvoices(rows: readonly InvoiceRow[]): InvoiceRow[] {
  return rows.filter((row) => !cardPaymentRefusal(cardPayable(row), config.cardLimitCents))
}

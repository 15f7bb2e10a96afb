import { cardPaymentRefusal } from '@portal/domain/invoices/card-payment'
import { config } from '../api/config.ts'
import { cardPayable, type InvoiceRow } from './invoice-row.ts'

/**
 * What "pay all" pays: every invoice of the company that a card may pay, filtered away or not. Invoices whose money went
 * back are paid one by one, after a question.
 */
export function eligibleInvoices(rows: readonly InvoiceRow[]): InvoiceRow[] {
  return rows.filter(
    (row) => !row.moneyBack && !cardPaymentRefusal(cardPayable(row), config.cardLimitCents),
  )
}

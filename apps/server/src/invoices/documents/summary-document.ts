import type { InvoiceChanges } from '@portal/domain/changes/changes.schema'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import type { AutoPayWords } from '@portal/domain/payments/autopay-sentence'
import type { Day } from '@portal/domain/kernel/day'
import type { Seller } from '../../documents/documents.ts'

export interface SummaryDocument {
  seller: Seller
  company: { name: string; accountId: string; addressLines?: readonly string[] }
  invoice: InvoiceDetail
  /** Why the invoice differs from the previous one; absent if it is not compared. */
  changes?: InvoiceChanges | undefined
  /** What AutoPay does with the invoice; absent without AutoPay. */
  autoPay?: AutoPayWords | undefined
  /** The day from which 'overdue' is counted. */
  today: Day
  /** The creation date in the file; the same input gives the same bytes. */
  created: Date
  /** How to pay, in the provider's words; by default a sentence for the invoice's status. */
  paymentNote?: string
}

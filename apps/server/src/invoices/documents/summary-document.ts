import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import type { Day } from '@portal/domain/kernel/day'
import type { Seller } from '../../documents/documents.ts'

export interface SummaryDocument {
  seller: Seller
  company: { name: string; accountId: string; addressLines?: readonly string[] }
  invoice: InvoiceDetail
  /** The day 'overdue' is counted from. */
  today: Day
  /** Written into the file as its date of creation; the same input gives the same bytes. */
  created: Date
  /** How to pay, in the provider's words; without it a sentence that fits the invoice's state. */
  paymentNote?: string
}

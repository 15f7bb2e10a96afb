import type { InvoiceChanges } from '@portal/domain/changes/changes.schema'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import type { Day } from '@portal/domain/kernel/day'
import type { Seller } from '../../documents/documents.ts'

export interface SummaryDocument {
  seller: Seller
  company: { name: string; accountId: string; addressLines?: readonly string[] }
  invoice: InvoiceDetail
  /** Why it differs from the one before; absent if it is compared with none. */
  changes?: InvoiceChanges | undefined
  /** The day 'overdue' is counted from. */
  today: Day
  /** The file's date of creation; the same input gives the same bytes. */
  created: Date
  /** How to pay, worded by the provider; the default is a sentence for the invoice's status. */
  paymentNote?: string
}

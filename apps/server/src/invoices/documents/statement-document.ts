import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import type { Day } from '@portal/domain/kernel/day'
import type { Seller } from '../../documents/documents.ts'

export type StatementInvoice = Pick<
  Invoice,
  | 'date'
  | 'invoiceNumber'
  | 'invoiceType'
  | 'isLateFee'
  | 'dueDate'
  | 'amount'
  | 'balanceDue'
  | 'currencyIsoCode'
  | 'hasBeenCharged'
  | 'isOnHold'
>

export interface StatementDocument {
  seller: Seller
  company: { name: string; accountId: string }
  /** Both days belong to the statement. */
  from: Day
  to: Day
  /** The day ages and 'overdue' are counted from. */
  today: Day
  /** In the order they are to be listed. */
  invoices: readonly StatementInvoice[]
  /** Written into the file as its date of creation; the same input gives the same bytes. */
  created: Date
}

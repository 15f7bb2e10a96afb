import type { Invoice, LineItem } from '@portal/domain/invoices/invoices.schema'

/** The invoice whose line items are exported as a spreadsheet or as CSV. */
export interface DetailsDocument {
  company: { name: string; accountId: string }
  invoice: Pick<Invoice, 'invoiceNumber' | 'date' | 'currencyIsoCode'>
  /** The spreadsheet's date of creation. */
  created: Date
}

/** From a database cursor, or a list; in both cases no line stays in memory longer than needed. */
export type Lines = AsyncIterable<LineItem> | Iterable<LineItem>

export const detailsTitles = {
  productName: 'Product',
  description: 'Description',
  moreInfo: 'More Info',
  city: 'City',
  state: 'State',
  quantity: 'Quantity',
  salesPrice: 'Unit Price',
  total: 'Total',
  currency: 'Currency',
} as const satisfies Partial<Record<keyof LineItem, string>>

export type DetailsField = keyof typeof detailsTitles

import type { Invoice, LineItem } from '@portal/domain/invoices/invoices.schema'

/** The invoice whose line items are handed out as a spreadsheet or as CSV. */
export interface DetailsDocument {
  company: { name: string; accountId: string }
  invoice: Pick<Invoice, 'invoiceNumber' | 'date' | 'currencyIsoCode'>
  /** Written into the spreadsheet as its date of creation. */
  created: Date
}

/** Straight from the database's cursor, or a list; either way no line is held longer than needed. */
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
} as const satisfies Record<keyof LineItem, string>

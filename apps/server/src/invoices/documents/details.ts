import type { Invoice, LineItem } from '@portal/domain/invoices/invoices.schema'

/** The invoice whose line items are exported as a spreadsheet or as CSV. */
export interface DetailsDocument {
  company: { name: string; accountId: string }
  invoice: Pick<Invoice, 'invoiceNumber' | 'date' | 'currencyIsoCode'>
  /** The subjects that at least one line has; other subjects get no column. */
  subjects: readonly SubjectField[]
  /** The spreadsheet's date of creation. */
  created: Date
}

/** A line with what authorizes it, in words. */
export interface DetailsLine extends LineItem {
  authorization?: string | undefined
}

/** Lines are from a database cursor or a list; each is released after it is written. */
export type Lines = AsyncIterable<DetailsLine> | Iterable<DetailsLine>

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

/** Titles for the subject of a line, if the books name it. */
export const subjectTitles = {
  userName: 'User',
  networkId: 'Network',
  servicePeriodStart: 'Period Start',
  servicePeriodEnd: 'Period End',
  chargeType: 'Charge Type',
  productId: 'Product ID',
  licenseId: 'License',
  licenseOrderId: 'License Order',
  equipmentRequestId: 'Equipment Request',
  poNumber: 'PO Number',
  authorization: 'Authorization',
} as const satisfies Partial<Record<keyof DetailsLine, string>>

export type SubjectField = keyof typeof subjectTitles

const subjectFields = Object.keys(subjectTitles) as SubjectField[]

export const subjectsOf = (lines: readonly DetailsLine[]): SubjectField[] =>
  subjectFields.filter((field) => lines.some((line) => line[field] !== undefined))

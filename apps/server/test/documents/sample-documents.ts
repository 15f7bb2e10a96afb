import type { InvoiceDetail, LineItem } from '@portal/domain/invoices/invoices.schema'
import { listedInvoice } from '../../../../packages/domain/test/invoices.ts'
import type { DetailsDocument } from '../../src/invoices/documents/details.ts'
import type {
  OpenInvoice,
  StatementAccount,
  StatementDocument,
  StatementMovement,
} from '../../src/invoices/documents/statement-document.ts'
import type { SummaryDocument } from '../../src/invoices/documents/summary-document.ts'

/** Invoice documents for tests, and ways to read back the files created from them. */
const seller = {
  name: 'Northgate Trading Technologies, Inc.',
  addressLines: ['221 W Monroe Street, Suite 1400', 'Chicago, IL 60606'],
  email: 'billing@northgate.example',
}
const created = new Date('2026-11-21T08:00:00Z')
const company = { name: 'Aldgate Capital LLP', accountId: '10412' }

export function lineItem(changes: Partial<LineItem> = {}): LineItem {
  return {
    productName: 'Trader Screen',
    description: 'Monthly license',
    moreInfo: 'User trader.1',
    quantity: 2,
    salesPrice: 125.5,
    total: 251,
    currency: 'USD',
    city: 'Chicago',
    state: 'IL',
    ...changes,
  }
}

export function summaryDocument(invoice: Partial<InvoiceDetail> = {}): SummaryDocument {
  const sample: InvoiceDetail = {
    ...listedInvoice,
    invoiceNumber: 'INV-204981',
    name: 'Fairhaven Markets',
    invoiceType: 'Network',
    revision: '',
    lineItems: [lineItem()],
    bankTransfer: null,
    ...invoice,
  }
  return { seller, company, invoice: sample, today: '2026-11-21', created }
}

export const openInvoice = (changes: Partial<OpenInvoice> = {}): OpenInvoice => ({
  date: '2026-11-02',
  invoiceNumber: 'INV-1',
  isKept: true,
  invoiceType: 'Network',
  isLateFee: false,
  dueDate: '2026-12-02',
  currency: 'USD',
  cents: 10_000,
  ...changes,
})

export const statementMovement = (changes: Partial<StatementMovement> = {}): StatementMovement => ({
  day: '2026-11-02',
  invoiceNumber: 'INV-1',
  isKept: true,
  kind: 'invoiced',
  method: null,
  isCredit: false,
  currency: 'USD',
  cents: 10_000,
  referenceId: null,
  reference: null,
  paidOn: null,
  paymentId: null,
  card: null,
  ...changes,
})

/** An account whose other amounts are zero. */
export const statementAccount = (changes: Partial<StatementAccount> = {}): StatementAccount => ({
  currency: 'USD',
  opening: 0,
  closing: 0,
  aging: { current: 0, '1-30': 0, '31-60': 0, '61-90': 0, '90+': 0, other: 0 },
  dueCents: null,
  pendingCents: 0,
  notAppliedCents: 0,
  ...changes,
})

export function statementDocument(changes: Partial<StatementDocument> = {}): StatementDocument {
  const days = { from: '2026-11-01', to: '2026-11-21', asOf: '2026-11-21', today: '2026-11-21' }
  const rows = { accounts: [], movements: [], open: [], openAccounts: [] }
  const rest = { timeZone: 'America/Chicago', openFrom: null, isOfVisible: false, created }
  return { seller, company, ...days, ...rows, ...rest, ...changes }
}

export const detailsDocument: DetailsDocument = {
  company,
  invoice: { invoiceNumber: 'INV-204981', date: '2026-11-01', currencyIsoCode: 'USD' },
  subjects: [],
  created,
}

export function pageCount(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0
}

import type { InvoiceDetail, LineItem } from '@portal/domain/invoices/invoices.schema'
import { listedInvoice } from '../../../../packages/domain/test/invoices.ts'
import type { DetailsDocument } from '../../src/invoices/documents/details.ts'
import type {
  StatementAccount,
  StatementDocument,
  StatementInvoice,
  StatementLines,
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

export function statementInvoice(changes: Partial<StatementInvoice> = {}): StatementInvoice {
  return {
    date: '2026-11-02',
    invoiceNumber: 'INV-1',
    invoiceType: 'Network',
    isLateFee: false,
    dueDate: '2026-12-02',
    currency: 'USD',
    amountCents: 10_000,
    dueCents: 10_000,
    isPending: false,
    isOnHold: false,
    isBeingPosted: false,
    isInRange: true,
    ...changes,
  }
}

const nothing = { opening: 0, invoices: 0, credits: 0, payments: 0, refunds: 0, chargebacks: 0 }
const nothingElse = { notDueAgain: 0, notApplied: 0, recorded: 0, pending: 0, later: 0 }

/** An account whose other lines are zero. */
export function statementAccount(lines: Partial<StatementLines> = {}): StatementAccount {
  return {
    currency: 'USD',
    counts: { invoices: 0, credits: 0, payments: 0 },
    lines: { ...nothing, ...nothingElse, closing: 0, today: 0, ...lines },
    aging: { current: 0, '1-30': 0, '31-60': 0, '61-90': 0, '90+': 0, other: 0 },
  }
}

export function statementDocument(changes: Partial<StatementDocument> = {}): StatementDocument {
  const range = { from: '2026-11-01', to: '2026-11-21', asOf: '2026-11-21', today: '2026-11-21' }
  const rows = { accounts: [], invoices: [], payments: [], openAccounts: [] }
  return { seller, company, ...range, isOfVisible: false, ...rows, created, ...changes }
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

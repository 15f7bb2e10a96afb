import sql from 'sql-template-tag'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { cents, currency } from '../amounts.ts'
import {
  accountId,
  categoryName,
  day,
  flag,
  instant,
  key,
  month,
  presence,
  text,
} from '../values.ts'
import {
  datedInvoices,
  dateCopies,
  extractChecks,
  keepExtracts,
  passOverStale,
} from './extracts.ts'
import { mergeInvoices } from './invoice-merge.ts'
import { lineItems, prepareLines, referenceChecks } from './invoice-lines.ts'
import { hasSettledBy, renamedPayments, settledBy, settledChecks } from './invoice-movements.ts'
import { currencyChecks, paymentChecks, portalPayments } from './invoice-payments.ts'

const fields = {
  invoiceNumber: required(
    'invoice_number text',
    key(64, 'invoice'),
    'Number of the invoice, unique among all companies.',
  ),
  accountId: required('account_id text', accountId, 'Company that the invoice is for.'),
  date: required('invoice_date date', day, 'Day of the invoice.'),
  amount: required('amount_cents bigint', cents, 'Total of the invoice; negative for a credit.'),
  balanceDue: required(
    'balance_cents bigint',
    cents,
    'Balance in your books; the portal subtracts its payments that `portalPayments` does not name.',
  ),
  currencyIsoCode: required(
    'currency text',
    currency,
    'Currency of all amounts of the invoice; only USD can be paid by card.',
  ),
  name: optional('name text', text(1000), 'Title of the invoice.'),
  customerNumber: optional(
    'customer_number text',
    text(300),
    "The customer's number, as documents print it.",
  ),
  invoiceType: optional('invoice_type text', text(200), 'Type of the invoice, as lists show it.'),
  invoiceCategory: {
    ...optional(
      'category text',
      categoryName,
      'Name of its category; absent: the `invoiceType`, or `Uncategorized`. Unknown names are created.',
      null,
    ),
    spelling: 's.category_name',
  },
  source: optional(
    'source text',
    text(300),
    'System that created it. `Netsuite`: no summary or details to download; `Salesforce`: details as CSV instead of a spreadsheet.',
  ),
  subsidiary: optional(
    'subsidiary text',
    { ...text(300), names: 'subsidiary' },
    'Code of the selling company; `SUBSIDIARY_LABELS` gives its name.',
  ),
  dueDate: optional(
    'due_date date',
    day,
    'Due date; absent: it is never overdue and AutoPay does not charge it.',
    null,
  ),
  serviceMonth: optional('service_month text', month, 'Month of the service.'),
  servicePeriod: optional('service_period text', text(300), 'Period of the service, as text.'),
  isLateFee: optional(
    'is_late_fee boolean',
    flag,
    'Whether it is a late fee; it then has no details to download.',
    false,
  ),
  hasBeenCharged: optional(
    'charged_in_books boolean',
    flag,
    'Whether it is paid or being paid according to your books; the portal then charges nothing.',
    false,
  ),
  hasPdf: optional('has_pdf boolean', flag, 'Whether its summary can be downloaded.', true),
  hasXls: optional('has_xls boolean', flag, 'Whether its details can be downloaded.', true),
  collect: optional(
    'collect_at timestamptz',
    instant,
    'When you decided to request money again that was refunded or charged back before.',
    null,
  ),
  portalPayments: optional(
    'names_payments boolean',
    presence,
    'Whether the list is present.',
    false,
  ),
}

export const invoice: Kind = {
  record: 'invoice',
  noun: ['invoice', 'invoices'],
  table: 'import_invoice',
  scope: 'records:invoices',
  sentence: 'An invoice or a credit, as it is in your books now.',
  rules: [
    'A number that belongs to an invoice of another company is rejected.',
    'A record whose `asOf` is older than the newest of its invoice changes nothing and counts as `stale`; of equal ones the last to arrive counts.',
    'Once a record of an invoice had `asOf`, all its later records and its deletion need it.',
    '`asOf` or `collect` more than 5 minutes ahead of the portal is rejected; up to 5 minutes ahead counts as now.',
    'The currency stays once the invoice has a card payment, also a refunded or disputed one, or a charge that is planned: send the invoice with amount and balance 0, and a new one in the other currency. The selling company may change.',
    'A payment in another currency than the invoice cannot be named in `portalPayments`.',
    'A payment may be named once in `portalPayments`; docs/integration.md explains the list.',
    'A line that names a license, an order or an equipment request of another company is rejected. One that the portal does not know is kept: it may arrive later. An unchanged record stays accepted, even if another company has the id since.',
    'A user sees the invoices of the categories that the user holds.',
    'These users get one email about new invoices that are due, and one about invoices that are corrected, withdrawn, credited, paid or moved, ten minutes after their records. While the past of the company is open, only about invoices dated up to three days before.',
  ],
  example: {
    invoiceNumber: 'INV-2026-1107',
    accountId: '10412',
    date: '2026-11-01',
    amount: '1470.00',
    balanceDue: '1280.00',
    currencyIsoCode: 'USD',
    name: 'Licenses November 2026',
    customerNumber: 'C-0042',
    invoiceType: 'License',
    invoiceCategory: 'Licenses',
    source: 'Salesforce',
    subsidiary: 'MTS-US',
    dueDate: '2026-12-01',
    serviceMonth: '2026-11',
    servicePeriod: 'November 2026',
    isLateFee: false,
    hasBeenCharged: false,
    hasPdf: true,
    hasXls: true,
    collect: '2026-11-01T01:30:00Z',
    asOf: '2026-11-01T02:00:00Z',
    portalPayments: [{ id: '5d1f2b1c-4b0e-4d3a-8a8e-1f2b3c4d5e6f', amount: '90.00' }],
    settledBy: [
      {
        id: 'RCT-5512',
        amount: '100.00',
        method: 'transfer',
        paidOn: '2026-10-30',
        reference: 'REM 77',
      },
    ],
    lineItems: [
      {
        productName: 'TT Gateway',
        description: 'CME gateway, user tjones',
        moreInfo: 'Order LO-311',
        quantity: 2,
        salesPrice: '735.00',
        total: '1470.00',
        city: 'Chicago',
        state: 'IL',
        productId: '10085',
        licenseId: 'L-90311',
        userName: 'tjones',
        networkId: 'N-CME',
        servicePeriodStart: '2026-11-01',
        servicePeriodEnd: '2026-11-30',
        chargeType: 'recurring',
        licenseOrderId: 'LO-311',
        equipmentRequestId: 'ERF-2041',
        equipmentLineId: '1',
        poNumber: 'PO 4500017734',
      },
    ],
  },
  key: { sql: 'invoice_number', fields: ['invoiceNumber'] },
  fields,
  undigested: {
    asOf: optional(
      'as_of timestamptz',
      instant,
      'When your books wrote the record; absent: the time of the `header`.',
      null,
    ),
    settledBy: hasSettledBy,
  },
  lists: { lineItems, portalPayments, settledBy },
  extraColumns: [
    `category_name text generated always as (
       coalesce(category, nullif(invoice_type, ''), 'Uncategorized')) stored`,
  ],
  prepare: [...prepareLines, renamedPayments],
  checks: [
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'invoiceNumber', 'belongs to another company: ' || i.account_id
        from import_invoice s join invoice i on i.invoice_number = s.invoice_number
       where i.account_id <> s.account_id`,
    dateCopies(datedInvoices),
    ...extractChecks(datedInvoices),
    ...paymentChecks,
    ...settledChecks,
  ],
  references: [passOverStale(datedInvoices), ...currencyChecks, ...referenceChecks],
  merge: [...mergeInvoices(fields), keepExtracts(datedInvoices)],
}

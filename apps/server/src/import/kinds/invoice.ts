import sql from 'sql-template-tag'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { nullCell } from '../cells.ts'
import * as value from '../values.ts'
import { dateCopies, extractChecks, keepExtracts, passOverStale } from './invoice-extract.ts'
import { mergeInvoices } from './invoice-merge.ts'
import { lineItems, prepareLines, sweepLines } from './invoice-lines.ts'
import { paymentChecks, portalPayments } from './invoice-payments.ts'

export const invoice: Kind = {
  record: 'invoice',
  noun: ['invoice', 'invoices'],
  table: 'import_invoice',
  key: { sql: 'invoice_number', field: 'invoiceNumber' },
  fields: {
    invoiceNumber: required('invoice_number text', value.key(64)),
    accountId: required('account_id text', value.accountId),
    date: required('invoice_date date', value.day),
    amount: required('amount_cents bigint', value.cents),
    balanceDue: required('balance_cents bigint', value.cents),
    currencyIsoCode: required('currency text', value.currency),
    name: optional('name text', value.text(1000)),
    customerNumber: optional('customer_number text', value.text(300)),
    invoiceType: optional('invoice_type text', value.text(200)),
    invoiceCategory: optional('category text', value.text(200, 1), nullCell),
    source: optional('source text', value.text(300)),
    subsidiary: optional('subsidiary text', value.text(300)),
    dueDate: optional('due_date date', value.day, nullCell),
    serviceMonth: optional('service_month text', value.month),
    servicePeriod: optional('service_period text', value.text(300)),
    isLateFee: optional('is_late_fee boolean', value.flag, 'f'),
    hasBeenCharged: optional('charged_in_books boolean', value.flag, 'f'),
    hasPdf: optional('has_pdf boolean', value.flag, 't'),
    hasXls: optional('has_xls boolean', value.flag, 't'),
    collect: optional('collect_at timestamptz', value.instant, nullCell),
    // Whether the list is there at all: an empty one says that the balance contains no portal payment.
    portalPayments: optional('names_payments boolean', () => 't', 'f'),
  },
  undigested: { asOf: optional('as_of timestamptz', value.instant, nullCell) },
  lists: { lineItems, portalPayments },
  extraColumns: [
    `category_name text generated always as (
       coalesce(category, nullif(invoice_type, ''), 'Uncategorized')) stored`,
    // What a new one will have.
    `id bigint default nextval('invoice_id_seq')`,
  ],
  prepare: prepareLines,
  checks: [
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'invoiceNumber', 'belongs to another company: ' || i.account_id
        from import_invoice s join invoice i on i.invoice_number = s.invoice_number
       where i.account_id <> s.account_id`,
    dateCopies,
    ...extractChecks('import_invoice', 'invoice_number'),
    ...paymentChecks,
  ],
  merge: [passOverStale, ...mergeInvoices, sweepLines, keepExtracts],
}

import sql from 'sql-template-tag'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { nullCell } from '../cells.ts'
import * as value from '../values.ts'
import { mergeInvoices } from './invoice-merge.ts'
import { recogniseCharges } from './invoice-charges.ts'

const lineItem = {
  productName: optional('product_name text', value.text(1000)),
  description: optional('description text', value.text(10_000)),
  moreInfo: optional('more_info text', value.text(10_000)),
  quantity: optional('quantity numeric(18, 4)', value.decimal, '0'),
  salesPrice: optional('sales_price numeric(18, 4)', value.decimal, '0'),
  total: required('total_cents bigint', value.cents),
  city: optional('city text', value.text(300)),
  state: optional('state text', value.text(300)),
}

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
  },
  lists: { lineItems: { table: 'import_invoice_line', item: lineItem } },
  extraColumns: [
    `category_name text generated always as (
       coalesce(category, nullif(invoice_type, ''), 'Uncategorized')) stored`,
  ],
  checks: [
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'invoiceNumber', 'belongs to another company: ' || i.account_id
        from import_invoice s join invoice i on i.invoice_number = s.invoice_number
       where i.account_id <> s.account_id`,
  ],
  merge: [...mergeInvoices, ...recogniseCharges],
}

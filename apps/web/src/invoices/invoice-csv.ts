import { pendingText, statusText } from '@portal/domain/invoices/status'
import { csvRow } from '@portal/domain/kernel/csv'
import { decimalString } from '@portal/domain/kernel/money'
import { formatDay } from '@portal/domain/kernel/day'
import { periodText, type InvoiceRow } from './invoice-row.ts'

const header = [
  'Invoice Number',
  'Name',
  'Customer Number',
  'Type',
  'Service Period',
  'Date',
  'Due Date',
  'Status',
  'Pending',
  'Currency',
  'Amount',
  'Balance Due',
]

/** The rows as a CSV text; the mark in front tells spreadsheets that it is UTF-8. */
export function invoiceCsv(rows: readonly InvoiceRow[]): string {
  return `\uFEFF${csvRow(header)}${rows.map(invoiceLine).join('')}`
}

function invoiceLine(row: InvoiceRow): string {
  return csvRow([
    row.invoiceNumber,
    row.name,
    row.customerNumber,
    row.invoiceType,
    periodText(row),
    formatDay(row.date),
    row.dueDate ? formatDay(row.dueDate) : '',
    statusText(row),
    row.isPending ? pendingText(row).slice(1, -1) : '',
    row.currencyIsoCode,
    { decimal: decimalString(row.amountCents, row.currencyIsoCode) },
    { decimal: decimalString(row.balanceDueCents, row.currencyIsoCode) },
  ])
}

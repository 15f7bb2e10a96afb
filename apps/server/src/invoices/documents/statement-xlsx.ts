import type { Writable } from 'node:stream'
import { formatDay } from '@portal/domain/kernel/day'
import { fromCents, type Cents } from '@portal/domain/kernel/money'
import { agingBuckets } from '@portal/domain/payments/aging'
import {
  amountFormat,
  writeSpreadsheet,
  type Column,
  type Row,
  type Style,
} from '../../documents/documents.ts'
import { statusWords } from './invoice-status.ts'
import {
  accountLines,
  invoiceSections,
  invoiceType,
  notes,
  paymentsTitle,
  paymentWords,
  type InvoiceSection,
} from './statement-content.ts'
import type { StatementAccount, StatementDocument, StatementPayment } from './statement-document.ts'

const text = '@'
const columns: Column[] = [
  { width: 14, format: text },
  { width: 24, format: text },
  { width: 40, format: text },
  { width: 14, format: text },
  { width: 22, format: '#,##0.00' },
  { width: 22, format: '#,##0.00' },
  { width: 10, format: text },
  { width: 24, format: text },
]
const titleStyle: Style = {
  bold: true,
  fill: 'FFE8EDFB',
  border: { edge: 'bottom', color: 'FF2450D8' },
}
const totalStyle: Style = { bold: true, border: { edge: 'top' } }
const bold: Style = { bold: true }

/** Writes a statement as a spreadsheet: the words and numbers of the PDF, with numbers as cells of numbers. */
export function statementXlsx(document: StatementDocument, out: Writable): Promise<void> {
  return writeSpreadsheet(
    {
      name: 'Statement',
      author: document.seller.name,
      created: document.created,
      columns,
      frozenRows: 0,
      rows: statementRows(document),
    },
    out,
  )
}

function* statementRows(document: StatementDocument): Generator<Row> {
  const { company, from, to, asOf, accounts, payments } = document
  yield ['Statement for', styled(company.name, bold)]
  yield ['Account', styled(company.accountId, bold)]
  yield ['Period', styled(`${formatDay(from)} – ${formatDay(to)}`, bold)]
  yield ['As of', styled(formatDay(asOf), bold)]
  for (const account of accounts) yield* accountRows(document, account)
  for (const section of invoiceSections(document)) yield* invoiceRows(document, section)
  if (payments.length > 0) yield* paymentRows(payments)
  yield []
  for (const note of notes(document)) yield [note]
}

function* accountRows(document: StatementDocument, account: StatementAccount): Generator<Row> {
  const { currency, aging } = account
  yield []
  yield titles([`Account · ${currency}`, '', '', '', '', 'Amount', 'Currency', ''])
  for (const { label, cents, isTotal } of accountLines(document, account)) {
    const style = isTotal ? bold : {}
    yield [styled(label, style), ...gap(4), amount(cents, currency, style), currency]
  }
  yield []
  yield titles([
    `Due on ${formatDay(document.asOf)} by age`,
    '',
    '',
    '',
    '',
    'Amount',
    'Currency',
    '',
  ])
  for (const { key, label } of agingBuckets)
    yield [label, ...gap(4), amount(aging[key], currency), currency]
}

function* invoiceRows({ asOf }: StatementDocument, section: InvoiceSection): Generator<Row> {
  yield []
  yield [styled(section.title, bold)]
  yield titles([
    'Date',
    'Invoice',
    'Type',
    'Due date',
    'Amount',
    'Balance due',
    'Currency',
    'Status',
  ])
  if (section.rows.length === 0) yield [section.empty]
  for (const invoice of section.rows) {
    const { date, invoiceNumber, dueDate, amountCents, dueCents, currency } = invoice
    const status = statusWords({ ...invoice, balanceDueCents: dueCents }, asOf)
    yield [
      formatDay(date),
      invoiceNumber,
      invoiceType(invoice),
      dueDate ? formatDay(dueDate) : undefined,
      amount(amountCents, currency),
      amount(dueCents, currency),
      currency,
      status.words,
    ]
  }
  for (const { currency, count, amountCents, dueCents } of section.totals)
    yield [
      ...['Total', count, ...gap(2)].map((value) => styled(value, totalStyle)),
      amount(amountCents, currency, totalStyle),
      amount(dueCents, currency, totalStyle),
      styled(currency, totalStyle),
    ]
}

function* paymentRows(payments: readonly StatementPayment[]): Generator<Row> {
  yield []
  yield [styled(paymentsTitle, bold)]
  yield titles(['Date', 'Invoice', 'What', '', 'Amount', '', 'Currency', ''])
  for (const payment of payments)
    yield [
      formatDay(payment.day),
      payment.invoiceNumber,
      paymentWords(payment),
      undefined,
      amount(payment.cents, payment.currency),
      undefined,
      payment.currency,
    ]
}

type Value = string | number | undefined

const gap = (cells: number): Value[] => Array.from({ length: cells })

const styled = (value: Value, style: Style) => ({ value, style })

const titles = (words: readonly string[]): Row =>
  words.map((value, index) =>
    styled(value || undefined, {
      ...titleStyle,
      format: text,
      align: columns[index]?.format === text ? 'left' : 'right',
    }),
  )

/** Minor units are summed first and divided once: a sum of floats could be shown as 0.30000000000000004. */
const amount = (cents: Cents, currency: string, style: Style = {}) =>
  styled(fromCents(cents, currency), { ...style, format: amountFormat(currency) })

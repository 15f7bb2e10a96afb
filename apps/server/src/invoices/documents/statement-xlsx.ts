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
import {
  accountLines,
  ageWords,
  invoiceType,
  movementsTitle,
  noMovements,
  noOpenInvoices,
  notes,
  openTitle,
  referenceOf,
  sourceOf,
  stateWords,
  totalsOf,
  whatHappened,
  type Total,
} from './statement-content.ts'
import type { StatementAccount, StatementDocument } from './statement-document.ts'

const text = '@'
const columns: Column[] = [
  { width: 14, format: text },
  { width: 24, format: text },
  { width: 40, format: text },
  { width: 30, format: text },
  { width: 14, format: text },
  { width: 22, format: '#,##0.00' },
  { width: 10, format: text },
  { width: 14, format: text },
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
  const { company, from, to, asOf, accounts } = document
  yield ['Statement for', styled(company.name, bold)]
  yield ['Account', styled(company.accountId, bold)]
  yield ['Period', styled(`${formatDay(from)} – ${formatDay(to)}`, bold)]
  yield ['As of', styled(formatDay(asOf), bold)]
  yield ['State', styled(stateWords(document), bold)]
  for (const account of accounts) yield* accountRows(document, account)
  yield* movementRows(document)
  yield* openRows(document)
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
    `Open on ${formatDay(document.asOf)} by age`,
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

function* movementRows(document: StatementDocument): Generator<Row> {
  yield []
  yield [styled(movementsTitle(document), bold)]
  yield titles(['Day', 'Invoice', 'What', 'Reference', 'Paid on', 'Amount', 'Currency', 'From'])
  if (document.movements.length === 0) yield [noMovements]
  for (const movement of document.movements)
    yield [
      formatDay(movement.day),
      movement.invoiceNumber,
      whatHappened(movement),
      referenceOf(movement),
      movement.paidOn ? formatDay(movement.paidOn) : undefined,
      amount(movement.cents, movement.currency),
      movement.currency,
      sourceOf(movement),
    ]
  yield* totalRows(totalsOf(document.movements, 'line'))
}

function* openRows(document: StatementDocument): Generator<Row> {
  yield []
  yield [styled(openTitle(document), bold)]
  yield titles(['Date', 'Invoice', 'Type', 'Age', 'Due date', 'Open', 'Currency', ''])
  if (document.open.length === 0) yield [noOpenInvoices]
  for (const invoice of document.open)
    yield [
      formatDay(invoice.date),
      invoice.invoiceNumber,
      invoiceType(invoice),
      ageWords(invoice, document),
      invoice.dueDate ? formatDay(invoice.dueDate) : undefined,
      amount(invoice.cents, invoice.currency),
      invoice.currency,
    ]
  yield* totalRows(totalsOf(document.open, 'invoice'))
}

function* totalRows(totals: readonly Total[]): Generator<Row> {
  for (const { currency, count, cents } of totals)
    yield [
      ...['Total', count, ...gap(3)].map((value) => styled(value, totalStyle)),
      amount(cents, currency, totalStyle),
      styled(currency, totalStyle),
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

import type { Writable } from 'node:stream'
import type { Statement, StatementTotal } from '@portal/domain/invoices/statement.schema'
import { formatDay, type Day } from '@portal/domain/kernel/day'
import { fromCents, type Cents } from '@portal/domain/kernel/money'
import { agingBuckets } from '@portal/domain/payments/aging'
import {
  amountFormat,
  sheetCell,
  writeSpreadsheet,
  type Column,
  type Row,
  type Style,
} from '../../documents/documents.ts'
import { statementContent } from './statement-content.ts'
import type { StatementDocument } from './statement-document.ts'

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
  const content = statementContent(document)
  yield ['Statement for', styled(document.company.name, bold)]
  for (const { label, value } of content.facts) yield [label, styled(value, bold)]
  for (const account of content.accounts) yield* accountRows(content, account)
  yield* movementRows(content.movements)
  yield* openRows(content.open)
  yield []
  for (const note of content.notes) yield [note]
}

function* accountRows(
  { asOf }: Statement,
  { currency, lines, aging }: Statement['accounts'][number],
): Generator<Row> {
  yield []
  yield titles([`Account · ${currency}`, '', '', '', '', 'Amount', 'Currency', ''])
  for (const { label, cents, isTotal } of lines) {
    const style = isTotal ? bold : {}
    yield [styled(label, style), ...gap(4), amount(cents, currency, style), currency]
  }
  yield []
  yield titles([`Open on ${formatDay(asOf)} by age`, '', '', '', '', 'Amount', 'Currency', ''])
  for (const { key, label } of agingBuckets)
    yield [label, ...gap(4), amount(aging[key], currency), currency]
}

function* movementRows(movements: Statement['movements']): Generator<Row> {
  yield []
  yield [styled(movements.title, bold)]
  yield titles(['Day', 'Invoice', 'What', 'Reference', 'Paid on', 'Amount', 'Currency', 'From'])
  if (movements.rows.length === 0) yield [movements.empty]
  for (const movement of movements.rows)
    yield [
      sheetCell({ day: movement.day }),
      movement.invoiceNumber,
      movement.what,
      movement.reference,
      dayCell(movement.paidOn),
      amount(movement.cents, movement.currency),
      movement.currency,
      movement.source,
    ]
  yield* totalRows(movements.totals)
}

function* openRows(open: Statement['open']): Generator<Row> {
  yield []
  yield [styled(open.title, bold)]
  yield titles(['Date', 'Invoice', 'Type', 'Age', 'Due date', 'Open', 'Currency', ''])
  if (open.rows.length === 0) yield [open.empty]
  for (const invoice of open.rows)
    yield [
      sheetCell({ day: invoice.date }),
      invoice.invoiceNumber,
      invoice.type,
      invoice.age,
      dayCell(invoice.dueDate),
      amount(invoice.cents, invoice.currency),
      invoice.currency,
      invoice.notice,
    ]
  yield* totalRows(open.totals)
}

function* totalRows(totals: readonly StatementTotal[]): Generator<Row> {
  for (const { currency, count, cents } of totals)
    yield [
      ...['Total', count, ...gap(3)].map((value) => styled(value, totalStyle)),
      amount(cents, currency, totalStyle),
      styled(currency, totalStyle),
    ]
}

type Value = string | number | undefined

const dayCell = (day: Day | null | undefined) => (day ? sheetCell({ day }) : undefined)

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

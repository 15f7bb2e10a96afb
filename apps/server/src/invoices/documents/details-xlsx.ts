import type { Writable } from 'node:stream'
import { formatDay } from '@portal/domain/kernel/day'
import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { fromCents, toCents } from '@portal/domain/kernel/money'
import {
  amountFormat,
  writeSpreadsheet,
  type Column,
  type Row,
  type Style,
} from '../../documents/documents.ts'
import { detailsTitles, type DetailsDocument, type DetailsField, type Lines } from './details.ts'

const text = '@'
const whole = '#,##0'

type Columns = Record<DetailsField, Column>

const columnsIn = (currency: string): Columns => ({
  productName: { width: 30, format: text },
  description: { width: 48, format: text },
  moreInfo: { width: 36, format: text },
  city: { width: 16, format: text },
  state: { width: 10, format: text },
  quantity: { width: 11, format: whole },
  // Wide enough for the largest amount; a unit price may be a fraction of a cent.
  salesPrice: { width: 19, format: amountFormat(currency, 4) },
  total: { width: 19, format: amountFormat(currency) },
  currency: { width: 10, format: text },
})
const keys = Object.keys(detailsTitles) as DetailsField[]
const titleStyle: Style = {
  bold: true,
  fill: 'FFE8EDFB',
  border: { edge: 'bottom', color: 'FF2450D8' },
}
const totalStyle: Style = { bold: true, border: { edge: 'top' } }
// Only for fractions: with this format a whole number would appear as `3.`
const fraction: Style = { format: '#,##0.####' }

/** Writes the line items of an invoice as a spreadsheet; see writeSpreadsheet. */
export async function detailsXlsx(document: DetailsDocument, lines: Lines, out: Writable) {
  const { currencyIsoCode: currency } = document.invoice
  const columns = columnsIn(currency)
  const heading = headingRows(document, columns)
  await writeSpreadsheet(
    {
      name: 'Details',
      author: 'Licensing & Billing',
      created: document.created,
      columns: keys.map((key) => columns[key]),
      frozenRows: heading.length,
      rows: detailsRows(heading, columns, currency, lines),
    },
    out,
  )
}

async function* detailsRows(
  heading: readonly Row[],
  columns: Columns,
  currency: string,
  lines: Lines,
): AsyncGenerator<Row, void> {
  yield* heading
  let totalCents = 0
  let count = 0
  for await (const line of lines) {
    yield lineRow(line, columns)
    totalCents += toCents(line.total, currency)
    count += 1
  }
  if (count === 0) yield ['No Line Items Available...']
  yield totalRow(fromCents(totalCents, currency))
}

function headingRows({ company, invoice }: DetailsDocument, columns: Columns): Row[] {
  const style = { bold: true }
  return [
    ['Invoice', { value: invoice.invoiceNumber, style }],
    ['Company', { value: company.name, style }],
    ['Invoice date', { value: formatDay(invoice.date), style }],
    ['Currency', { value: invoice.currencyIsoCode, style }],
    [],
    keys.map((key) => {
      const align = columns[key].format === text ? 'left' : 'right'
      return { value: detailsTitles[key], style: { ...titleStyle, align } }
    }),
  ]
}

function lineRow(line: LineItem, columns: Columns): Row {
  return keys.map((key) => {
    const value = line[key] ?? ''
    const isFraction = typeof value === 'number' && !Number.isInteger(value)
    return isFraction && columns[key].format === whole ? { value, style: fraction } : value
  })
}

/** A number, not a formula: every program shows the same total as the portal. */
function totalRow(total: number): Row {
  const values: Partial<Record<DetailsField, string | number>> = {
    productName: 'Total',
    total,
  }
  return keys.map((key) => ({ value: values[key], style: totalStyle }))
}

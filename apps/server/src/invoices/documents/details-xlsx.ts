import type { Writable } from 'node:stream'
import { formatDay } from '@portal/domain/kernel/day'
import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { toCents } from '@portal/domain/kernel/money'
import { writeSpreadsheet, type Column, type Row, type Style } from '../../documents/documents.ts'
import { detailsTitles, type DetailsDocument, type Lines } from './details.ts'

const text = '@'

const columns: Record<keyof LineItem, Column> = {
  productName: { width: 30, format: text },
  description: { width: 48, format: text },
  moreInfo: { width: 36, format: text },
  city: { width: 16, format: text },
  state: { width: 10, format: text },
  quantity: { width: 11, format: '#,##0' },
  // A unit price may be a fraction of a cent.
  salesPrice: { width: 13, format: '#,##0.00##' },
  total: { width: 15, format: '#,##0.00' },
  currency: { width: 10, format: text },
}
const keys = Object.keys(detailsTitles) as (keyof LineItem)[]
const titleStyle: Style = {
  bold: true,
  fill: 'FFE8EDFB',
  border: { edge: 'bottom', color: 'FF2450D8' },
}
const totalStyle: Style = { bold: true, border: { edge: 'top' } }
// Only for fractions: the format would write a whole number as `3.`
const fraction: Style = { format: '#,##0.####' }

/** Writes the line items of an invoice as a spreadsheet; see writeSpreadsheet. */
export async function detailsXlsx(document: DetailsDocument, lines: Lines, out: Writable) {
  const heading = headingRows(document)
  await writeSpreadsheet(
    {
      name: 'Details',
      author: 'Licensing & Billing',
      created: document.created,
      columns: keys.map((key) => columns[key]),
      frozenRows: heading.length,
      rows: detailsRows(heading, lines),
    },
    out,
  )
}

async function* detailsRows(heading: readonly Row[], lines: Lines): AsyncGenerator<Row, void> {
  yield* heading
  let totalCents = 0
  let count = 0
  for await (const line of lines) {
    yield lineRow(line)
    totalCents += toCents(line.total)
    count += 1
  }
  if (count === 0) yield ['No Line Items Available...']
  yield totalRow(totalCents)
}

function headingRows({ company, invoice }: DetailsDocument): Row[] {
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

function lineRow(line: LineItem): Row {
  return keys.map((key) => {
    const value = line[key]
    // A sum of cents, not of floats: 0.1 + 0.2 would show up in a cell as 0.30000000000000004.
    if (key === 'total') return toCents(line.total) / 100
    if (key === 'quantity' && !Number.isInteger(value)) return { value, style: fraction }
    return value
  })
}

/** A number, not a formula: every program shows the total that the portal shows. */
function totalRow(totalCents: number): Row {
  const values: Partial<Record<keyof LineItem, string | number>> = {
    productName: 'Total',
    total: totalCents / 100,
  }
  return keys.map((key) => ({ value: values[key], style: totalStyle }))
}

import type { Writable } from 'node:stream'
import { fromCents, toCents } from '@portal/domain/kernel/money'
import {
  amountFormat,
  sheetCell,
  writeSpreadsheet,
  type Column,
  type Row,
  type Style,
} from '../../documents/documents.ts'
import {
  detailsTitles,
  subjectTitles,
  type DetailsDocument,
  type DetailsField,
  type DetailsLine,
  type Lines,
  type SubjectField,
} from './details.ts'

const text = '@'
const whole = '#,##0'

type Field = DetailsField | SubjectField
type Columns = Record<Field, Column>

const subject = { width: 20, format: text }
const columnsIn = (currency: string): Columns => ({
  productName: { width: 30, format: text },
  description: { width: 48, format: text },
  moreInfo: { width: 36, format: text },
  city: { width: 16, format: text },
  state: { width: 10, format: text },
  quantity: { width: 11, format: whole },
  // Wide enough for the largest amount; a unit price may be a fraction of a cent.
  salesPrice: { width: 22, format: amountFormat(currency, 6) },
  total: { width: 22, format: amountFormat(currency) },
  currency: { width: 10, format: text },
  userName: subject,
  networkId: subject,
  servicePeriodStart: subject,
  servicePeriodEnd: subject,
  chargeType: subject,
  productId: subject,
  licenseId: subject,
  licenseOrderId: subject,
  equipmentRequestId: subject,
  poNumber: subject,
  authorization: { width: 60, format: text },
})
const titles = { ...detailsTitles, ...subjectTitles }
const keysOf = ({ subjects }: DetailsDocument): Field[] => [
  ...(Object.keys(detailsTitles) as DetailsField[]),
  ...subjects,
]
const titleStyle: Style = {
  bold: true,
  fill: 'FFE8EDFB',
  border: { edge: 'bottom', color: 'FF2450D8' },
}
const totalStyle: Style = { bold: true, border: { edge: 'top' } }
// Used for fractions only: with this format a whole number would be shown as `3.`
const fraction: Style = { format: '#,##0.######' }

/** Writes the line items of an invoice as a spreadsheet; see writeSpreadsheet. */
export async function detailsXlsx(document: DetailsDocument, lines: Lines, out: Writable) {
  const { currencyIsoCode: currency } = document.invoice
  const columns = columnsIn(currency)
  const keys = keysOf(document)
  const heading = headingRows(document, columns)
  await writeSpreadsheet(
    {
      name: 'Details',
      author: 'Licensing & Billing',
      created: document.created,
      columns: keys.map((key) => columns[key]),
      frozenRows: heading.length,
      rows: detailsRows(heading, { columns, keys }, currency, lines),
    },
    out,
  )
}

async function* detailsRows(
  heading: readonly Row[],
  { columns, keys }: { columns: Columns; keys: readonly Field[] },
  currency: string,
  lines: Lines,
): AsyncGenerator<Row, void> {
  yield* heading
  let totalCents = 0
  let count = 0
  for await (const line of lines) {
    yield lineRow(line, columns, keys)
    totalCents += toCents(line.total, currency)
    count += 1
  }
  if (count === 0) yield ['No Line Items Available...']
  yield totalRow(fromCents(totalCents, currency), keys)
}

function headingRows(document: DetailsDocument, columns: Columns): Row[] {
  const { company, invoice } = document
  const style = { bold: true }
  const invoiceDate = sheetCell({ day: invoice.date })
  return [
    ['Invoice', { value: invoice.invoiceNumber, style }],
    ['Company', { value: company.name, style }],
    ['Invoice date', { ...invoiceDate, style: { ...invoiceDate.style, ...style } }],
    ['Currency', { value: invoice.currencyIsoCode, style }],
    [],
    keysOf(document).map((key) => {
      const align = columns[key].format === text ? 'left' : 'right'
      return { value: titles[key], style: { ...titleStyle, align } }
    }),
  ]
}

function lineRow(line: DetailsLine, columns: Columns, keys: readonly Field[]): Row {
  return keys.map((key) => {
    const value = line[key] ?? ''
    if ((key === 'servicePeriodStart' || key === 'servicePeriodEnd') && value)
      return sheetCell({ day: String(value) })
    const isFraction = typeof value === 'number' && !Number.isInteger(value)
    return isFraction && columns[key].format === whole ? { value, style: fraction } : value
  })
}

/** The total is a number, not a formula, so that every program shows the same total as the portal. */
function totalRow(total: number, keys: readonly Field[]): Row {
  const values: Partial<Record<Field, string | number>> = {
    productName: 'Total',
    total,
  }
  return keys.map((key) => ({ value: values[key], style: totalStyle }))
}

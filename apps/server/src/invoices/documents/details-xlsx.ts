import { PassThrough, type Writable } from 'node:stream'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { formatDay } from '@portal/domain/kernel/day'
import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { toCents } from '@portal/domain/kernel/money'
import ExcelJS from 'exceljs'
import { detailsTitles, type DetailsDocument, type Lines } from './details.ts'
import { pause } from '../../documents/documents.ts'
import { cellText } from './xlsx-text.ts'

type Sheet = ExcelJS.Worksheet
/** exceljs hands its options on to the zip and the workbook properties; its types stop short of that. */
type WriterOptions = ConstructorParameters<typeof ExcelJS.stream.xlsx.WorkbookWriter>[0] & {
  created: Date
}

// Cells of the format Text stay text when someone edits them; General would turn `=1+1` into a formula.
const text = { numFmt: '@' }
const money = { numFmt: '#,##0.00' }

const columns: Record<keyof LineItem, Partial<ExcelJS.Column>> = {
  productName: { width: 30, style: text },
  description: { width: 48, style: text },
  moreInfo: { width: 36, style: text },
  city: { width: 16, style: text },
  state: { width: 10, style: text },
  quantity: { width: 11, style: { numFmt: '#,##0' } },
  // A unit price may be a fraction of a cent.
  salesPrice: { width: 13, style: { numFmt: '#,##0.00##' } },
  total: { width: 15, style: money },
  currency: { width: 10, style: text },
}
const keys = Object.keys(detailsTitles) as (keyof LineItem)[]
const rowsBetweenPauses = 250

/**
 * Writes the line items as a spreadsheet and ends `out`; fails when `out` is closed before. The rows
 * go out as they come in, so memory stays flat whatever their number.
 */
export async function detailsXlsx(document: DetailsDocument, lines: Lines, out: Writable) {
  const zipped = new PassThrough()
  writeWorkbook(document, lines, zipped).catch((error: unknown) => {
    // A half-written file must not look like a whole one: `out` is cut off, not ended.
    zipped.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  await pipeline(zipped, out)
}

async function writeWorkbook(document: DetailsDocument, lines: Lines, out: PassThrough) {
  const options: Partial<WriterOptions> = {
    stream: out,
    useStyles: true,
    useSharedStrings: false,
    created: document.created,
  }
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter(options)
  workbook.creator = 'Licensing & Billing'
  workbook.lastModifiedBy = workbook.creator
  const headRow = 6
  const sheet = workbook.addWorksheet('Details', {
    views: [{ state: 'frozen', ySplit: headRow, topLeftCell: `A${headRow + 1}` }],
  })
  sheet.columns = keys.map((key) => ({ key, ...columns[key] }))
  writeHeading(sheet, document)
  writeTitles(sheet, headRow)
  let totalCents = 0
  let rows = 0
  for await (const line of lines) {
    const row = sheet.addRow(rowValues(line))
    // Only here: the format would write a whole number as `3.`
    if (!Number.isInteger(line.quantity)) row.getCell('quantity').numFmt = '#,##0.####'
    row.commit()
    totalCents += toCents(line.total)
    rows += 1
    if (rows % rowsBetweenPauses === 0) await room(out)
  }
  if (rows === 0) sheet.addRow(['No Line Items Available...']).commit()
  writeTotal(sheet, totalCents)
  sheet.commit()
  await workbook.commit()
}

function writeHeading(sheet: Sheet, { company, invoice }: DetailsDocument): void {
  const facts = [
    ['Invoice', invoice.invoiceNumber],
    ['Company', company.name],
    ['Invoice date', formatDay(invoice.date)],
    ['Currency', invoice.currencyIsoCode],
  ]
  for (const [label = '', value = ''] of facts) {
    const row = sheet.addRow([label, cellText(value)])
    row.getCell(2).font = { bold: true }
    row.commit()
  }
  sheet.addRow([]).commit()
}

function writeTitles(sheet: Sheet, headRow: number): void {
  const row = sheet.getRow(headRow)
  row.values = keys.map((key) => detailsTitles[key])
  row.eachCell((cell, column) => {
    cell.font = { bold: true }
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE8EDFB' } }
    cell.border = { bottom: { style: 'thin', color: { argb: 'FF2450D8' } } }
    cell.alignment = { horizontal: isNumeric(column) ? 'right' : 'left' }
  })
  row.commit()
}

function isNumeric(column: number): boolean {
  return columns[keys[column - 1] ?? 'productName'].style !== text
}

function rowValues(line: LineItem): (string | number)[] {
  return keys.map((key) => {
    const value = line[key]
    // A sum of cents, not of floats: 0.1 + 0.2 would show up in a cell as 0.30000000000000004.
    if (key === 'total') return toCents(line.total) / 100
    return typeof value === 'number' ? value : cellText(value)
  })
}

/** A number, not a formula: the file says what the portal says, whatever opens it. */
function writeTotal(sheet: Sheet, totalCents: number): void {
  const row = sheet.addRow(keys.map((key) => (key === 'total' ? totalCents / 100 : undefined)))
  row.getCell(1).value = 'Total'
  for (let column = 1; column <= keys.length; column++) {
    const cell = row.getCell(column)
    cell.font = { bold: true }
    cell.border = { top: { style: 'thin' } }
  }
  row.commit()
}

/** Waits until the reader has taken what is written, and lets other requests run. */
async function room(out: PassThrough): Promise<void> {
  await pause()
  if (out.destroyed) throw new Error('The reader of the details has gone away')
  if (!out.writableNeedDrain) return
  const settled = new AbortController()
  const { signal } = settled
  try {
    await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })])
  } finally {
    settled.abort()
  }
}

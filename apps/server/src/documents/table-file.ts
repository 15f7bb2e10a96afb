import { PassThrough, Readable, type Writable } from 'node:stream'
import { spreadsheetCell, type FileCell, type TableFormat } from '@portal/domain/kernel/csv'
import { csvFile } from './csv-file.ts'
import { writeSpreadsheet, type Row } from './spreadsheet.ts'

export interface TableFile {
  /** Of the sheet. */
  name: string
  titles: readonly string[]
  rows: AsyncIterable<readonly FileCell[]>
}

/** Streams a table as a spreadsheet or as CSV, as its rows arrive. */
export function tableFile({ name, titles, rows }: TableFile, format: TableFormat): Readable {
  if (format === 'csv') return Readable.from(csvFile(titles, rows))
  const columns = titles.map((title) => ({ width: Math.max(title.length + 2, 16), format: '@' }))
  const sheet = { name, author: 'Licensing & Billing', created: new Date(), columns, frozenRows: 1 }
  return written((out) => writeSpreadsheet({ ...sheet, rows: sheetRows(titles, rows) }, out))
}

async function* sheetRows(
  titles: TableFile['titles'],
  rows: TableFile['rows'],
): AsyncGenerator<Row, void> {
  yield titles.map((value) => ({ value, style: { bold: true } }))
  for await (const cells of rows) yield cells.map(sheetCell)
}

/** A cell with its number format; days are aligned as the text beside them. */
export function sheetCell(cell: FileCell) {
  const { value, format } = spreadsheetCell(cell)
  const isDay = typeof cell === 'object' && 'day' in cell
  return { value, style: { format, ...(isDay && { align: 'left' as const }) } }
}

/** Streams the file while it is written; a failure cuts the file off. */
export function written(write: (out: Writable) => Promise<void>): Readable {
  const out = new PassThrough()
  write(out).catch((error: Error) => out.destroy(error))
  return out
}

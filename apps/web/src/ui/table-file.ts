import { csvRow, spreadsheetCell, type FileCell, type TableFormat } from '@portal/domain/kernel/csv'
import type { NamedFile } from '../api/fetch-file.ts'

export interface Table {
  titles: readonly string[]
  rows: readonly (readonly FileCell[])[]
}

/** Makes a file of a table in the browser; `name` is without its ending. */
export async function tableFile(
  format: TableFormat,
  name: string,
  table: Table,
): Promise<NamedFile> {
  const file = format === 'csv' ? csvBlob(table) : await xlsxBlob(table)
  return { file, name: `${name}.${format}` }
}

const csvBlob = (table: Table) => new Blob([csvText(table)], { type: 'text/csv;charset=utf-8' })

/** The table as CSV. The byte order mark makes spreadsheets read it as UTF-8. */
export const csvText = ({ titles, rows }: Table) =>
  `\uFEFF${[titles, ...rows].map(csvRow).join('')}`

async function xlsxBlob({ titles, rows }: Table): Promise<Blob> {
  // This build of the library starts no worker from a blob, which the page's security policy refuses.
  const { default: write } = await import('write-excel-file/universal')
  const head = titles.map((value) => ({ value, fontWeight: 'bold' as const }))
  const cells = rows.map((row) =>
    row.map((cell) => {
      const { value, format } = spreadsheetCell(cell)
      return value === undefined ? null : { value, format }
    }),
  )
  const columns = titles.map((title, place) => ({
    width: Math.min(widest, Math.max(...[title, ...rows.map((row) => row[place])].map(lengthOf))),
  }))
  const options = { fontFamily: 'Calibri', fontSize: 11 }
  return write([head, ...cells], { columns, stickyRowsCount: 1 }, options).toBlob()
}

/** In characters. */
const widest = 48
const lengthOf = (cell: FileCell | undefined) => (typeof cell === 'string' ? cell.length + 2 : 16)

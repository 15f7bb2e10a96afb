import { daysBetween, type Day } from './day.ts'

/** The formats of an exported table: the first is for people, the second for programs. */
export const tableFormats = ['xlsx', 'csv'] as const
export type TableFormat = (typeof tableFormats)[number]

/** A cell of an exported table: text, a number, an amount as exact decimals, a day, or a minute in UTC. */
export type FileCell = string | number | { decimal: string } | { day: Day } | { minute: string }

// Characters with which a cell becomes a formula, after any white space that a spreadsheet skips; includes full-width forms.
const formulaStart = /^[\s\u00a0\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2013\u2212]|^[\t\r\n]/

/** Returns text that a spreadsheet shows unchanged: a leading apostrophe prevents formulas. */
export function spreadsheetText(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/**
 * Returns an RFC 4180 row for programs: ISO days (`2026-12-01`), minutes (`2026-12-01 14:05`), plain decimals. Text is
 * quoted and protected from formulas; numbers stay numbers, even negative ones.
 */
export function csvRow(cells: readonly FileCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: FileCell): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') return `"${spreadsheetText(cell).replaceAll('"', '""')}"`
  if ('decimal' in cell) return cell.decimal
  return 'day' in cell ? cell.day : minuteText(cell.minute)
}

const minuteText = (instant: string) => instant.slice(0, 16).replace('T', ' ')

/** A cell of a spreadsheet and its number format. Empty text leaves the cell empty. */
export interface SpreadsheetCell {
  value: string | number | undefined
  format: string
}

/** Returns a cell for a spreadsheet: text that stays text, and real numbers and dates, which each locale shows its way. */
export function spreadsheetCell(cell: FileCell): SpreadsheetCell {
  if (typeof cell === 'number') return { value: cell, format: 'General' }
  if (typeof cell === 'string') return { value: cell || undefined, format: '@' }
  if ('day' in cell) return { value: dayNumber(cell.day), format: 'mm/dd/yyyy' }
  if ('decimal' in cell) {
    const decimals = cell.decimal.split('.')[1]?.length ?? 0
    const format = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`
    return { value: Number(cell.decimal), format }
  }
  const [hours = 0, minutes = 0] = cell.minute.slice(11, 16).split(':').map(Number)
  return {
    value: dayNumber(cell.minute.slice(0, 10)) + (hours * 60 + minutes) / 1440,
    format: 'mm/dd/yyyy hh:mm',
  }
}

/** Days since 1899-12-30, by which spreadsheets count from March 1900 on. */
const dayNumber = (day: Day) => daysBetween('1899-12-30', day)

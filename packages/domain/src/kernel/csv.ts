// Characters that make a spreadsheet run a cell, after any white space that it skips; full-width forms included.
const formulaStart = /^[\s\u00a0\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2013\u2212]|^[\t\r\n]/

/** Returns text that a spreadsheet shows unchanged: a leading apostrophe keeps formulas from running. */
export function spreadsheetText(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** Returns an RFC 4180 row. Text is quoted and safe from formulas; numbers stay numbers, negative ones too. */
export function csvRow(cells: readonly (string | number | { decimal: string })[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number | { decimal: string }): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.decimal
  return `"${spreadsheetText(cell).replaceAll('"', '""')}"`
}

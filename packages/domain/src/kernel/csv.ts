// Characters with which a cell becomes a formula, after any white space that a spreadsheet skips; includes full-width forms.
const formulaStart = /^[\s\u00a0\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2013\u2212]|^[\t\r\n]/

/** Returns text that a spreadsheet shows unchanged: a leading apostrophe prevents formulas. */
export function spreadsheetText(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** Returns an RFC 4180 row. Text is quoted and protected from formulas; numbers stay numbers, even negative ones. */
export function csvRow(cells: readonly (string | number | { decimal: string })[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number | { decimal: string }): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.decimal
  return `"${spreadsheetText(cell).replaceAll('"', '""')}"`
}

import type { Style, StyleList } from './spreadsheet-styles.ts'
import { xmlDeclaration, xmlText } from './xlsx-text.ts'

export interface Column {
  /** In characters of the default font. */
  width: number
  /** Number format code. With `@`, text stays text when it is edited; with General, Excel turns `=1+1` into a formula. */
  format: string
}

export type Value = string | number | undefined
/** A value in the style of its column, or with its own style. */
export type Cell = Value | { value: Value; style: Style }
/** Cells from the first column on. An empty row leaves a gap. */
export type Row = readonly Cell[]

export interface Sheet {
  columns: readonly Column[]
  /** Rows at the top that stay visible while the others scroll. */
  frozenRows: number
  rows: Iterable<Row> | AsyncIterable<Row>
}

interface PlacedColumn extends Column {
  letters: string
  style: number
}

/** Characters per chunk. Compressing row by row is slow. */
const chunkLength = 16_384

/** Yields the sheet as XML, reading one row at a time. Adds the styles of the rows to `styles`. */
export async function* sheetXml(sheet: Sheet, styles: StyleList): AsyncGenerator<string, void> {
  const columns = sheet.columns.map(({ width, format }, index) => {
    return { letters: lettersOf(index), width, format, style: styles.indexOf({ format }) }
  })
  let xml = headXml(columns, sheet.frozenRows)
  let number = 0
  for await (const row of sheet.rows) {
    number += 1
    xml += rowXml(row, number, columns, styles)
    if (xml.length < chunkLength) continue
    yield xml
    xml = ''
  }
  yield `${xml}</sheetData>${marginsXml}${pageXml}</worksheet>`
}

const marginsXml =
  '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>'

// When printed, all columns fit on each page.
const pageXml = '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>'

function headXml(columns: readonly PlacedColumn[], frozenRows: number): string {
  const widths = columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  )
  const pane =
    `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft"` +
    ' state="frozen"/><selection pane="bottomLeft"/>'
  return (
    `${xmlDeclaration}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    `<sheetViews><sheetView workbookViewId="0">${frozenRows > 0 ? pane : ''}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`
  )
}

function rowXml(
  row: Row,
  number: number,
  columns: readonly PlacedColumn[],
  styles: StyleList,
): string {
  if (row.length === 0) return ''
  const cells = row.map((cell, index) => {
    const column = columns[index]
    if (!column) throw new Error(`Row ${number} has more cells than the sheet has columns`)
    const [value, style] =
      typeof cell === 'object'
        ? [cell.value, styles.indexOf({ format: column.format, ...cell.style })]
        : [cell, column.style]
    return cellXml(`r="${column.letters}${number}" s="${style}"`, value)
  })
  return `<row r="${number}">${cells.join('')}</row>`
}

function cellXml(attributes: string, value: Value): string {
  if (value === undefined) return `<c ${attributes}/>`
  if (typeof value === 'number') return `<c ${attributes}><v>${value}</v></c>`
  // An inline string is never a formula. With inline strings the file needs no table of all texts.
  const text = `<t xml:space="preserve">${xmlText(value)}</t>`
  return `<c ${attributes} t="inlineStr"><is>${text}</is></c>`
}

/** Returns the name of a column: A to Z, AA, AB, … */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}

import { elements, parseXml, type XmlElement } from './parse-xml.ts'
import { unzip } from './unzip.ts'

export interface ReadCell {
  value: string | number | undefined
  format: string | undefined
  bold: boolean
  fill: string | undefined
  /** Color of the line, or `automatic`. */
  top: string | undefined
  bottom: string | undefined
  align: string | undefined
}

export interface ReadSpreadsheet {
  /** Every file of the package, parsed. */
  parts: Map<string, XmlElement>
  name: string | undefined
  rows: ReadCell[][]
  cell(reference: string): ReadCell
  formulas: number
  widths: number[]
  pane: Record<string, string>
}

const builtInFormats = { 0: 'General', 3: '#,##0', 4: '#,##0.00', 49: '@' }

/** Reads a spreadsheet from its XML, independent of the code that wrote it. Throws if a file in it is broken. */
export function readSpreadsheet(file: Buffer): ReadSpreadsheet {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const files = [...unzip(file)]
  const parts = new Map(files.map(([path, bytes]) => [path, parseXml(utf8.decode(bytes))]))
  const part = (path: string) => found(parts.get(path), path)
  const sheet = part('xl/worksheets/sheet1.xml')
  const styles = readStyles(part('xl/styles.xml'))
  const cells = new Map<string, ReadCell>()
  const rows: ReadCell[][] = []
  for (const row of elements(sheet, 'row')) {
    const read = elements(row, 'c').map((cell) => {
      const style = found(styles[Number(cell.attributes['s'])], `style of ${cell.attributes['r']}`)
      const readCell = { value: valueOf(cell), ...style }
      cells.set(cell.attributes['r'] ?? '', readCell)
      return readCell
    })
    // Rows may be missing.
    while (rows.length < Number(row.attributes['r']) - 1) rows.push([])
    rows.push(read)
  }
  return {
    parts,
    name: first(part('xl/workbook.xml'), 'sheet')?.attributes['name'],
    rows,
    cell: (reference) => found(cells.get(reference), reference),
    formulas: elements(sheet, 'f').length,
    widths: elements(sheet, 'col').map((column) => Number(column.attributes['width'])),
    pane: first(sheet, 'pane')?.attributes ?? {},
  }
}

function valueOf(cell: XmlElement): string | number | undefined {
  const type = cell.attributes['t']
  if (type === 'inlineStr') return textOf(found(first(cell, 't'), 'text'))
  if (type) throw new Error(`Unexpected type of a cell: ${type}`)
  const number = first(cell, 'v')
  return number && Number(number.text)
}

/** Programs drop spaces around a text without xml:space="preserve". */
function textOf({ attributes, text }: XmlElement): string {
  return attributes['xml:space'] === 'preserve' ? text : text.trim()
}

function readStyles(styles: XmlElement): Omit<ReadCell, 'value'>[] {
  const listed = (list: string) => found(first(styles, list), list).children
  const formats = new Map(Object.entries(builtInFormats))
  for (const { attributes } of elements(styles, 'numFmt'))
    formats.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '')
  return listed('cellXfs').map((style) => {
    const refersTo = (list: string, id: string) =>
      found(listed(list)[Number(style.attributes[id])], `${id} in ${list}`)
    const font = refersTo('fonts', 'fontId')
    const fill = refersTo('fills', 'fillId')
    const border = refersTo('borders', 'borderId')
    return {
      format: formats.get(style.attributes['numFmtId'] ?? ''),
      bold: first(font, 'b') !== undefined,
      fill: first(fill, 'fgColor')?.attributes['rgb'],
      top: lineOf(first(border, 'top')),
      bottom: lineOf(first(border, 'bottom')),
      align: first(style, 'alignment')?.attributes['horizontal'],
    }
  })
}

function lineOf(edge: XmlElement | undefined): string | undefined {
  if (!edge?.attributes['style']) return undefined
  return first(edge, 'color')?.attributes['rgb'] ?? 'automatic'
}

function first(within: XmlElement, name: string): XmlElement | undefined {
  return elements(within, name)[0]
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The spreadsheet has no ${what}`)
  return value
}

import { xmlDeclaration, xmlText } from './xlsx-text.ts'

/** The formatting of a cell. Colors are ARGB. */
export interface Style {
  /** Number format code; if missing, that of the column. */
  format?: string
  bold?: boolean
  fill?: string
  border?: { edge: 'top' | 'bottom'; color?: string }
  align?: 'left' | 'right'
}

// Excel knows these codes by number; all others are listed in the file, with numbers from 164.
const builtInFormats: Record<string, number> = { General: 0, '#,##0': 3, '#,##0.00': 4, '@': 49 }
const firstOwnFormat = 164
const edges = ['left', 'right', 'top', 'bottom', 'diagonal'] as const

/** Collects the styles that rows use. Cells refer to a style by its index. */
export class StyleList {
  readonly #formats: string[] = []
  readonly #fonts = [fontXml({})]
  // The format reserves the first two fills.
  readonly #fills = [patternXml('none'), patternXml('gray125')]
  readonly #borders = [borderXml({})]
  readonly #cells = [this.#cellXml({})]

  indexOf(style: Style): number {
    return place(this.#cells, this.#cellXml(style))
  }

  xml(): string {
    const formats = this.#formats.map(
      (code, index) =>
        `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${xmlText(code)}"/>`,
    )
    return (
      `${xmlDeclaration}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
      // An empty list is left out, because Excel rejects it.
      (formats.length > 0 ? listXml('numFmts', formats) : '') +
      listXml('fonts', this.#fonts) +
      listXml('fills', this.#fills) +
      listXml('borders', this.#borders) +
      listXml('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']) +
      listXml('cellXfs', this.#cells) +
      listXml('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']) +
      '</styleSheet>'
    )
  }

  #cellXml(style: Style): string {
    const { format = 'General', align } = style
    const numFmt = builtInFormats[format] ?? firstOwnFormat + place(this.#formats, format)
    const font = place(this.#fonts, fontXml(style))
    const fill = style.fill ? place(this.#fills, patternXml('solid', style.fill)) : 0
    const border = place(this.#borders, borderXml(style))
    return (
      `<xf numFmtId="${numFmt}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"` +
      ' applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"' +
      (align ? ` applyAlignment="1"><alignment horizontal="${align}"/></xf>` : '/>')
    )
  }
}

/** Returns the index of an item and adds the item if it is new. */
function place(items: string[], item: string): number {
  const index = items.indexOf(item)
  return index >= 0 ? index : items.push(item) - 1
}

function fontXml({ bold }: Style): string {
  // A font always has a name and a size, because programs differ in their defaults.
  return `<font>${bold ? '<b/>' : ''}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
}

function patternXml(pattern: string, color?: string): string {
  const foreground = color ? `<fgColor rgb="${color}"/>` : ''
  return `<fill><patternFill patternType="${pattern}">${foreground}</patternFill></fill>`
}

function borderXml({ border }: Style): string {
  const lines = edges.map((edge) => {
    if (edge !== border?.edge) return `<${edge}/>`
    const color = border.color ? `<color rgb="${border.color}"/>` : ''
    return `<${edge} style="thin">${color}</${edge}>`
  })
  return `<border>${lines.join('')}</border>`
}

function listXml(tag: string, items: readonly string[]): string {
  return `<${tag} count="${items.length}">${items.join('')}</${tag}>`
}

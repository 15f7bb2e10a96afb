import type { Block } from './flow.ts'
import { lineWidth } from './line-width.ts'
import { area, ascent, colours, lineHeight, styles, type TextStyle } from './page-style.ts'
import type { TextLine } from './scripts/text-line.ts'
import type { Sheet } from './sheet.ts'
import { wrapText } from './wrap.ts'

export interface Column {
  title: string
  width: number
  align?: 'right'
}

/** The paragraphs of one cell; numbers stay on one line and shrink if necessary. */
export interface Paragraph {
  text: string
  style: TextStyle
}
export type Cell = readonly Paragraph[]

export interface Line {
  text: TextLine
  style: TextStyle
}

interface Row {
  cells: Line[][]
  height: number
}

const padding = 3.2
const gutter = 10
/** Rows with more lines continue on the next page; all other rows stay on one page. */
const mostLines = 52

export class Table {
  /** Between the table's edge and the text of its first and last column. */
  static readonly inset = 8
  readonly width: number
  readonly #key = {}
  readonly #head: Block
  readonly #lefts: number[]

  constructor(
    readonly columns: readonly Column[],
    readonly left: number = area.left,
  ) {
    let x = left + Table.inset
    this.#lefts = columns.map((column) => (x += column.width) - column.width)
    this.width = x - left + Table.inset
    this.#head = this.#headBlock()
  }

  head(): Block {
    return { ...this.#head, keepWith: 40 }
  }

  /** Returns usually one block; a row with very many lines becomes several blocks. */
  row(cells: readonly Cell[], emphasis?: 'total'): Block[] {
    const lines = cells.map((cell, index) => this.#cellLines(cell, index))
    const tallest = Math.max(1, ...lines.map((cell) => cell.length))
    const blocks: Block[] = []
    for (let from = 0; from < tallest; from += mostLines) {
      const part = lines.map((cell) => cell.slice(from, from + mostLines))
      blocks.push(this.#rowBlock({ cells: part, height: rowHeight(part) }, emphasis))
    }
    return blocks
  }

  /** Returns a sentence across the table, for a table without rows. */
  note(text: string): Block {
    const height = 34
    const paint = (sheet: Sheet, top: number) => {
      this.#rowTag(sheet, () =>
        sheet.mark('TD', () => sheet.text(this.left + Table.inset, top + 20, text, styles.muted)),
      )
      sheet.artifact(() =>
        sheet.rule(this.left, this.left + this.width, top + height, colours.rule),
      )
    }
    return { height, table: this.#key, head: this.#head, paint }
  }

  #cellLines(cell: Cell, index: number): Line[] {
    const column = this.columns[index]
    if (!column) return []
    const room = this.#room(index)
    return cell.flatMap(({ text, style }) => {
      if (column.align === 'right')
        return text === '' ? [] : [{ text, style: fit(text, style, room) }]
      return wrapText(text, style, room).map((line) => ({ text: line, style }))
    })
  }

  #room(index: number): number {
    const width = this.columns[index]?.width ?? 0
    return index === this.columns.length - 1 ? width : width - gutter
  }

  #rowTag(sheet: Sheet, paint: () => void): void {
    sheet.enter('TR')
    paint()
    sheet.leave()
  }

  #rowBlock(row: Row, emphasis: 'total' | undefined): Block {
    const paint = (sheet: Sheet, top: number) => {
      this.#rowTag(sheet, () =>
        row.cells.forEach((lines, index) =>
          sheet.mark('TD', () => this.#paintCell(sheet, top + padding, lines, index)),
        ),
      )
      const colour = emphasis ? colours.muted : colours.rule
      const y = emphasis ? top : top + row.height
      sheet.artifact(() => sheet.rule(this.left, this.left + this.width, y, colour, 0.5))
    }
    return { height: row.height, table: this.#key, head: this.#head, paint }
  }

  #paintCell(sheet: Sheet, top: number, lines: readonly Line[], index: number): void {
    const right = this.columns[index]?.align === 'right'
    const left = this.#lefts[index] ?? 0
    const x = right ? left + this.#room(index) : left
    let y = top
    for (const { text, style } of lines) {
      sheet.text(x, y + style.size * ascent, text, style, right ? 'right' : 'left')
      y += style.size * lineHeight
    }
  }

  #headBlock(): Block {
    const height = 20
    const paint = (sheet: Sheet, top: number) => {
      sheet.artifact(() => sheet.box(this.left, top, this.width, height, colours.band))
      this.#rowTag(sheet, () =>
        this.columns.forEach(({ title, align }, index) => {
          const x = (this.#lefts[index] ?? 0) + (align ? this.#room(index) : 0)
          const draw = () => sheet.text(x, top + 12.8, title, styles.head, align ?? 'left')
          sheet.mark('TH', draw, { scope: 'Column' })
        }),
      )
    }
    return { height, table: this.#key, paint }
  }
}

function rowHeight(cells: readonly Line[][]): number {
  const heights = cells.map((lines) =>
    lines.reduce((sum, { style }) => sum + style.size * lineHeight, 0),
  )
  return Math.max(styles.body.size * lineHeight, ...heights) + 2 * padding
}

/** Returns the style, in a smaller size if the text would not fit: a number is never cut or wrapped. */
export function fit(text: string, style: TextStyle, room: number): TextStyle {
  const width = lineWidth(text, style)
  return width <= room
    ? style
    : { ...style, size: Math.floor((style.size * room * 50) / width) / 50 }
}

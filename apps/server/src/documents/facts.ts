import type { Block } from './flow.ts'
import { area, ascent, lineHeight, styles } from './page-style.ts'
import type { Sheet } from './sheet.ts'
import { Table } from './table.ts'
import { wrapText } from './wrap.ts'

export interface Fact {
  label: string
  value: string
  /** Printed in bold in a table. */
  isStrong?: boolean
}

/** One side of the header: labels with their values, wrapped. Empty values are skipped. */
export function factList(facts: readonly Fact[], left: number, labelWidth: number, width: number) {
  const { size } = styles.body
  const rows = facts
    .filter(({ value }) => value.trim() !== '')
    .map(({ label, value }) => ({
      label,
      lines: wrapText(value, styles.body, width - labelWidth, 5),
    }))
  const step = size * lineHeight + 2.2
  const height = rows.reduce((sum, { lines }) => sum + Math.max(1, lines.length) * step, 0)
  const paint = (sheet: Sheet, top: number) => {
    let y = top + size * ascent
    for (const { label, lines } of rows) {
      sheet.mark('P', () => {
        sheet.text(left, y, label, styles.muted)
        for (const line of lines) {
          sheet.text(left + labelWidth, y, line, styles.body)
          y += step
        }
      })
    }
  }
  return { height, paint }
}

/** A table of two columns across the width of the content. `title` is the heading of the labels. */
export function factTable(title: string, labelWidth: number, facts: readonly Fact[]): Block[] {
  const valueWidth = area.width - 2 * Table.inset - labelWidth
  const table = new Table([
    { title, width: labelWidth },
    { title: '', width: valueWidth },
  ])
  const rows = facts.flatMap(({ label, value, isStrong }) =>
    table.row([
      [{ text: label, style: styles.body }],
      [{ text: value, style: isStrong ? styles.strong : styles.body }],
    ]),
  )
  return [table.head(), ...rows]
}

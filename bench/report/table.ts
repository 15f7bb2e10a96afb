import { isMet, type Comparison } from './comparison.ts'

const heads = ['what', 'measured', 'compared with', 'ratio', 'target', 'ok?']

/** Returns the comparisons as a Markdown table for docs/performance.md. */
export function table(comparisons: Comparison[]): string {
  const rows = [heads, ...comparisons.map(cells)]
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const [head, ...body] = rows.map(line)
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n')
}

function cells(comparison: Comparison): string[] {
  const { what, measured, comparedWith, ratio, target } = comparison
  const wanted = target && ('atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`)
  return [
    what,
    measured,
    comparedWith,
    ratio.toFixed(2),
    wanted ?? '-',
    target ? (isMet(comparison) ? 'yes' : '**no**') : '-',
  ]
}

/** Escapes control characters, which would be commands to the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0
    return `\\u${code.toString(16).padStart(4, '0')}`
  })
}

/** Formats rows under headings: the first column left-aligned, numbers right-aligned. */
export function table(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(headings), ...rows.map(line)].join('\n')
}

export const grouped = (count: number) => count.toLocaleString('en-US')

/** Formats a decimal as `1,234.50` without changing its digits. */
export function groupedDecimal(decimal: string): string {
  const fraction = decimal.split('.')[1]?.length ?? 0
  const digits = { minimumFractionDigits: fraction, maximumFractionDigits: fraction }
  return new Intl.NumberFormat('en-US', digits).format(decimal as Intl.StringNumericLiteral)
}

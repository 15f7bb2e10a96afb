import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** The rows in sight and the active one: a tab stop that left the document would lose the focus. */
export function withActive(range: Range, active: number): number[] {
  const visible = defaultRangeExtractor(range)
  if (active < 0 || active >= range.count || visible.includes(active)) return visible
  return active < (visible[0] ?? 0) ? [active, ...visible] : [...visible, active]
}

/** Before the list knows what is in sight, everything is. */
export function inSight(range: Pick<Range, 'startIndex' | 'endIndex'> | null, index: number) {
  return !range || (index >= range.startIndex && index <= range.endIndex)
}

/** Where a key moves to from a row; nothing for keys that do not move. */
export function rowAfter(
  key: string,
  from: number,
  { count, page }: { count: number; page: number },
): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  return to === undefined ? undefined : Math.min(count - 1, Math.max(0, to))
}

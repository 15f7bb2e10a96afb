import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** The visible rows and the active one: the focus would be lost if the active row left the document. */
export function withActive(range: Range, active: number): number[] {
  const visible = defaultRangeExtractor(range)
  if (active < 0 || active >= range.count || visible.includes(active)) return visible
  return active < (visible[0] ?? 0) ? [active, ...visible] : [...visible, active]
}

/** Until the visible range is known, every row counts as visible. */
export function inSight(range: Pick<Range, 'startIndex' | 'endIndex'> | null, index: number) {
  return !range || (index >= range.startIndex && index <= range.endIndex)
}

/** Whether some of the rows from `first` to `last` are visible. */
export function meetsSight(
  range: Pick<Range, 'startIndex' | 'endIndex'> | null,
  first: number,
  last: number,
) {
  return !range || (first <= range.endIndex && last >= range.startIndex)
}

/** The row that a key moves to; undefined for other keys. */
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

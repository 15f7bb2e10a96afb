import type { Paged } from '../../api/paged.ts'

/** `201–400`: the range of the current page; empty if it has no entries. */
export function pageRange(page: number, size: number, shown: number): string {
  if (shown === 0) return ''
  const before = (page - 1) * size
  const number = (value: number) => value.toLocaleString('en-US')
  return `${number(before + 1)}–${number(before + shown)}`
}

/** If counting stopped early, another page may follow every full page. */
export function isLastPage(page: number, size: number, list: Paged<unknown>): boolean {
  if (list.isMore && list.rows.length === size) return false
  return page * size >= list.count
}

interface Counted {
  count: number
  /** Counting stopped at this number. */
  isMore?: boolean
}

/** `1,204`, or `3,000+`. */
export function countText({ count, isMore }: Counted): string {
  return `${count.toLocaleString('en-US')}${isMore ? '+' : ''}`
}

export function totalText(counted: Counted): string {
  return `Total: ${countText(counted)}`
}

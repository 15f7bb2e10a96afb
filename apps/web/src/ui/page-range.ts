import type { Paged } from '../api/paged.ts'

/** `201–400`: which of the entries the page in sight shows; nothing when it is empty. */
export function pageRange(page: number, size: number, shown: number): string {
  if (shown === 0) return ''
  const before = (page - 1) * size
  const number = (value: number) => value.toLocaleString('en-US')
  return `${number(before + 1)}–${number(before + shown)}`
}

/** Where counting stopped early, a full page may always have another one behind it. */
export function isLastPage(page: number, size: number, list: Paged<unknown>): boolean {
  if (list.isMore && list.rows.length === size) return false
  return page * size >= list.count
}

export function totalText({ count, isMore }: Omit<Paged<unknown>, 'rows'>): string {
  return `Total: ${count.toLocaleString('en-US')}${isMore ? '+' : ''}`
}

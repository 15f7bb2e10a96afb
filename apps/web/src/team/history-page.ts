import { pageRange } from '../ui/page-range.ts'
import type { HistorySearch } from './team-search.ts'

/** What "All" asks for in one call; what is more than that is on the next page. */
export const most = 3000

export const sizeChoices = [
  { value: 'all', label: 'All' },
  { value: '25', label: '25' },
  { value: '50', label: '50' },
  { value: '100', label: '100' },
] as const

export function pageSize({ size }: HistorySearch): number {
  return size === 'all' ? most : Number(size ?? 25)
}

interface Counted {
  rows: readonly unknown[]
  count: number
  isMore: boolean
}

/** `26–50`: which of the entries the page in sight shows. */
export function rangeText({ rows }: Counted, search: HistorySearch): string {
  return pageRange(Number(search.page ?? 1), pageSize(search), rows.length)
}

/** Where counting stopped early, a full page may always have another one behind it. */
export function isLastPage({ rows, count, isMore }: Counted, search: HistorySearch): boolean {
  const size = pageSize(search)
  if (isMore && rows.length === size) return false
  return Number(search.page ?? 1) * size >= count
}

export function totalText({ count, isMore }: Counted): string {
  return `Total: ${count.toLocaleString('en-US')}${isMore ? '+' : ''}`
}

/** How many of the filters that fold away on a phone are on. */
export function filtersOn({ category, user, type }: HistorySearch): number {
  return [category, user, type].filter(Boolean).length
}

import type { Changes } from '../kernel/search-params.ts'
import type { HistorySearch } from './team-search.ts'

/** What "All" asks for in one call; what is more than that is on the next page. */
const most = 3000

export const sizeChoices = [
  { value: 'all', label: 'All' },
  { value: '25', label: '25' },
  { value: '50', label: '50' },
  { value: '100', label: '100' },
] as const

export function pageSize({ size }: Pick<HistorySearch, 'size'>): number {
  return size === 'all' ? most : Number(size)
}

/** How many of the filters that fold away on a phone are on. */
export function filtersOn({ category, user, type }: Changes<HistorySearch>): number {
  return [category, user, type].filter(Boolean).length
}

import type { Changes } from '../kernel/search-params.ts'
import type { HistorySearch } from './team-search.ts'

/** The page size of "All"; further entries are on the next page. */
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

/** Counts the active filters among those that a phone hides behind a button. */
export function filtersOn({ category, user, type, from, to }: Changes<HistorySearch>): number {
  return [category, user, type, from, to].filter(Boolean).length
}

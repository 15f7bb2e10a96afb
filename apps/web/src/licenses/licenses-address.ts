import type { RouterHistory } from '@tanstack/react-router'
import { parseQuery, queryText, type Changes } from '../kernel/search-params.ts'
import { licensesSearch, withoutLayer, type LicensesSearch } from './licenses-search.ts'

export const pathTo = (search: Changes<LicensesSearch>) =>
  `/licenses${queryText(licensesSearch.write(search))}`

export const searchAt = ({ location }: RouterHistory): LicensesSearch =>
  licensesSearch.parse(parseQuery(location.search))

/** A link that opens something beside a list leads to the list first, so that Back closes it and Forward opens it. */
export function putListBelow(history: RouterHistory): void {
  const { href, pathname, state } = history.location
  // The next page may be at hand already.
  if (pathname !== '/licenses' || state.openedFrom !== undefined) return
  const list = withoutLayer(searchAt(history))
  if (!list) return
  history.replace(pathTo(list), { isLayer: false })
  // A browser's history writes only the last of several changes at once.
  history.flush()
  history.push(href, { isLayer: true })
}

/**
 * Leads back to what was shown before: an order opened from a license closes to the license, and a list that was
 * searched while something was open beside it stays as it is.
 */
export function closeLayer(history: RouterHistory): void {
  const { openedFrom } = history.location.state
  const list = withoutLayer(searchAt(history))
  if (openedFrom === undefined || !list) return
  const below = licensesSearch.parse(parseQuery(openedFrom.split('?')[1] ?? ''))
  history.replace(withoutLayer(below) ? openedFrom : pathTo(list), { isLayer: false })
}

import type { RouterHistory } from '@tanstack/react-router'
import { parseQuery, queryText, type Changes } from '../kernel/search-params.ts'
import { licensesSearch, withoutLayer, type LicensesSearch } from './licenses-search.ts'

export const pathTo = (search: Changes<LicensesSearch>) =>
  `/licenses${queryText(licensesSearch.write(search))}`

export const searchAt = ({ location }: RouterHistory): LicensesSearch =>
  licensesSearch.parse(parseQuery(location.search))

/** A link to a panel beside a list leads to the list first, so that Back closes the panel and Forward opens it. */
export function putListBelow(history: RouterHistory): void {
  const { href, pathname, state } = history.location
  // The next page may already be loaded.
  if (pathname !== '/licenses' || state.openedFrom !== undefined) return
  const list = withoutLayer(searchAt(history))
  if (!list) return
  history.replace(pathTo(list), { isLayer: false })
  // Of several simultaneous changes, a browser's history writes only the last.
  history.flush()
  history.push(href, { isLayer: true })
}

/**
 * Leads back to the previous view: closing an order that was opened from a license shows the license. A list that was
 * searched while a panel was open beside it does not change.
 */
export function closeLayer(history: RouterHistory): void {
  const { openedFrom } = history.location.state
  const list = withoutLayer(searchAt(history))
  if (openedFrom === undefined || !list) return
  const below = licensesSearch.parse(parseQuery(openedFrom.split('?')[1] ?? ''))
  history.replace(withoutLayer(below) ? openedFrom : pathTo(list), { isLayer: false })
}

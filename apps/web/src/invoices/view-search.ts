import type { InvoiceView, ViewSearch } from '@portal/domain/invoices/views.schema'
import { queryText, type Changes } from '../kernel/search-params.ts'
import { noFilter } from './invoice-filter.ts'
import { viewSearch, type InvoiceListSearch } from './invoice-search.ts'

/** The parameters of an address that a view keeps; none if the list shows all invoices in the usual order. */
export const viewOf = (search: Changes<InvoiceListSearch>): ViewSearch =>
  // Written parameters are neither undefined nor equal to their default.
  viewSearch.write(search) as ViewSearch

export const isWhole = (search: Changes<InvoiceListSearch>) =>
  Object.keys(viewOf(search)).length === 0

/** Whether more than the search leaves invoices out. */
export const hasFilter = (search: Changes<InvoiceListSearch>) =>
  Object.keys(viewOf(search)).some((name) => name in noFilter)

/** Changes an address to that of a view. */
export function openedView(search: ViewSearch): Changes<InvoiceListSearch> {
  return { ...viewSearch.parse(search), view: undefined }
}

/** The first view with exactly these filters. */
export function activeView(views: readonly InvoiceView[], search: Changes<InvoiceListSearch>) {
  const wanted = keyOf(search)
  return isWhole(search) ? undefined : views.find((view) => keyOf(view.search) === wanted)
}

const keyOf = (search: Changes<InvoiceListSearch>) => JSON.stringify(viewOf(search))

/** The path of the list with these filters; a colleague without the view sees the same. */
export const linkOf = (search: ViewSearch) =>
  `/invoices${queryText(isWhole(search) ? { view: 'all' } : viewOf(search))}`

/** The default view applies to an empty address, so that of a list which the user cleared is not empty. */
export function keptWhole(
  search: Changes<InvoiceListSearch>,
  views: readonly InvoiceView[] | undefined,
): Changes<InvoiceListSearch> {
  const isDefaulted = views?.some((view) => view.isDefault && !isWhole(view.search)) ?? false
  return { ...search, view: isDefaulted && isWhole(search) ? 'all' : undefined }
}

import {
  amountPattern,
  currencyPattern,
  dueFilters,
  invoiceOrders,
  monthPattern,
  statusFilters,
  typeLimit,
} from '@portal/domain/invoices/list-filter'
import { searchLimit } from '@portal/domain/kernel/list-limits'
import { matching, oneOf, searchParams, text, type SearchOf } from '../kernel/search-params.ts'

const amount = matching(amountPattern)

/** The parameters that a saved view keeps. */
const viewParams = {
  q: text(searchLimit),
  status: oneOf(['all', ...statusFilters], 'all'),
  type: text(typeLimit),
  /** Overdue, or due within so many days. */
  due: oneOf(['any', ...dueFilters], 'any'),
  currency: matching(currencyPattern, (text) => text.toUpperCase()),
  /** The range of the amount, in whole units of its currency. */
  min: amount,
  max: amount,
  /** The month in which an invoice counts as spend. */
  month: matching(monthPattern),
  sort: oneOf(['newest', ...invoiceOrders], 'newest'),
}
export const viewSearch = searchParams(viewParams)

export const invoiceListSearch = searchParams(
  {
    ...viewParams,
    /** All invoices, although the user has a default view. */
    view: oneOf(['all']),
    /** The balance by age and the totals of the list. */
    totals: oneOf(['open']),
    statement: oneOf(['open']),
    /** The pay-all dialog: the confirmation for all, the selected or the overdue invoices, or the result of the last batch. */
    payAll: oneOf(['open', 'selected', 'shown', 'overdue', 'result']),
  },
  (search) => (Object.keys(viewSearch.write(search)).length > 0 ? ['view'] : []),
)
export type InvoiceListSearch = SearchOf<typeof invoiceListSearch>

export const invoiceDetailSearch = searchParams(
  {
    sort: oneOf(['product', 'description', 'total']),
    order: oneOf(['desc']),
    pay: oneOf(['open']),
    /** The number of the invoice to compare with. */
    against: text(64),
    /** Only the lines to check. */
    lines: oneOf(['check']),
  },
  ({ sort }) => (sort ? [] : ['order']),
)
export type InvoiceDetailSearch = SearchOf<typeof invoiceDetailSearch>

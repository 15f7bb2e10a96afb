import {
  amountPattern,
  currencyPattern,
  dueFilters,
  invoiceOrders,
  monthPattern,
  statusFilters,
  typeLimit,
} from '@portal/domain/invoices/list-filter'
import { accountRowKeys } from '@portal/domain/invoices/movements'
import { statementRange } from '@portal/domain/invoices/statement-range'
import { searchLimit } from '@portal/domain/kernel/list-limits'
import { day, matching, oneOf, searchParams, text, type SearchOf } from '../kernel/search-params.ts'

const amount = matching(amountPattern)
const currency = matching(currencyPattern, (text) => text.toUpperCase())

/** The parameters that a saved view keeps. */
const viewParams = {
  q: text(searchLimit),
  status: oneOf(['all', ...statusFilters], 'all'),
  type: text(typeLimit),
  /** Overdue, or due within so many days. */
  due: oneOf(['any', ...dueFilters], 'any'),
  currency,
  /** The range of the amount, in whole units of its currency. */
  min: amount,
  max: amount,
  /** The month in which an invoice counts as spend. */
  month: matching(monthPattern),
  /** The first and the last date of invoices. */
  from: day,
  to: day,
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
    files: oneOf(['open']),
    /** The pay-all dialog: the confirmation for all, the selected or the overdue invoices, or the result of the last batch. */
    payAll: oneOf(['open', 'selected', 'shown', 'overdue', 'result']),
  },
  (search) => (Object.keys(viewSearch.write(search)).length > 0 ? ['view'] : []),
)
export type InvoiceListSearch = SearchOf<typeof invoiceListSearch>

/** The period, and the line of an account whose movements are shown. */
export const statementSearch = searchParams(
  { from: day, to: day, row: oneOf(accountRowKeys), currency },
  ({ from, to, row }) => [
    ...('refusal' in statementRange(from, to) ? (['from', 'to'] as const) : []),
    ...(row ? [] : (['currency'] as const)),
  ],
)
export type StatementSearch = SearchOf<typeof statementSearch>

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

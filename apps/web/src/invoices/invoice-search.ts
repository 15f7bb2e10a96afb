import { searchLimit } from '@portal/domain/kernel/list-limits'
import { oneOf, searchParams, text, type SearchOf } from '../kernel/search-params.ts'

export const invoiceListSearch = searchParams({
  q: text(searchLimit),
  status: oneOf(['all', 'open', 'closed', 'credit'], 'all'),
  type: text(100),
  sort: oneOf(
    [
      'newest',
      'oldest',
      'due',
      'dueLast',
      'type',
      'typeLast',
      'amount',
      'amountLow',
      'balance',
      'balanceLow',
    ],
    'newest',
  ),
  /** The balance by age and the totals of the list. */
  totals: oneOf(['open']),
  statement: oneOf(['open']),
  /** The pay-all dialog: the confirmation, or the result of the last batch. */
  payAll: oneOf(['open', 'result']),
})
export type InvoiceListSearch = SearchOf<typeof invoiceListSearch>

export const invoiceDetailSearch = searchParams(
  {
    sort: oneOf(['product', 'description', 'total']),
    order: oneOf(['desc']),
    pay: oneOf(['open']),
  },
  ({ sort }) => (sort ? [] : ['order']),
)
export type InvoiceDetailSearch = SearchOf<typeof invoiceDetailSearch>

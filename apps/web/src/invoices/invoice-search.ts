import { searchLimit } from '@portal/domain/kernel/list-limits'
import { matching, oneOf, searchParams, text, type SearchOf } from '../kernel/search-params.ts'

const amount = matching(/^\d{1,12}(\.\d{1,3})?$/)

export const invoiceListSearch = searchParams({
  q: text(searchLimit),
  status: oneOf(['all', 'open', 'closed', 'credit', 'onHold', 'refunded'], 'all'),
  type: text(100),
  /** Overdue, or due within so many days. */
  due: oneOf(['any', 'overdue', '7', '14', '30'], 'any'),
  currency: matching(/^[A-Z]{3}$/, (text) => text.toUpperCase()),
  /** The range of the amount, in whole units of its currency. */
  min: amount,
  max: amount,
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
  /** The pay-all dialog: the confirmation for all, the selected or the overdue invoices, or the result of the last batch. */
  payAll: oneOf(['open', 'selected', 'overdue', 'result']),
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

import { searchLimit } from '@portal/domain/kernel/list-limits'
import { matching, oneOf, searchParams, text, type SearchOf } from '../kernel/search-params.ts'

export const invoiceListSearch = searchParams({
  q: text(searchLimit),
  status: oneOf(['all', 'open', 'closed', 'credit'], 'all'),
  type: text(100),
  sort: oneOf(['newest', 'oldest', 'due', 'balance'], 'newest'),
  /** Currency of the aging bar. */
  currency: matching(/^[A-Z]{3}$/, (code) => code.toUpperCase()),
  statement: oneOf(['open']),
  /** The question, or how the last payment of all invoices went. */
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

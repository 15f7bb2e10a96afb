import { currencyPattern } from '@portal/domain/invoices/list-filter'
import { spendGroupings } from '@portal/domain/spend/groupings'
import {
  matching,
  oneOf,
  searchParams,
  type Changes,
  type SearchOf,
} from '../kernel/search-params.ts'

export const spendSearch = searchParams({
  by: oneOf([...spendGroupings], 'product'),
  /** Absent: the first currency with figures. */
  currency: matching(currencyPattern, (text) => text.toUpperCase()),
  /** Spreads a charge for several months over these months. */
  spread: oneOf(['yes']),
  /** The month of the table; absent: the last one. */
  month: matching(/^\d{4}-(0[1-9]|1[0-2])$/),
})
export type SpendSearch = SearchOf<typeof spendSearch>
export type ChangeSpend = (change: Changes<SpendSearch>) => void

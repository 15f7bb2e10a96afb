import * as endpoints from '@portal/domain/spend/spend.endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { spendFigures } from './spend-figures.ts'
import type { SpendSearch } from './spend-search.ts'

export function spendQuery(
  accountId: string,
  asked: Pick<SpendSearch, 'by' | 'currency' | 'spread'>,
) {
  const { by, currency, spread } = asked
  return queryOptions({
    queryKey: ['spend', accountId, { by, currency, spread }],
    queryFn: async ({ signal }) => {
      const query = {
        companyFilter: accountId,
        by,
        months: 24,
        ...(currency && { currency }),
        ...(spread && { spread: true }),
      }
      return spendFigures(await call(endpoints.getSpend, { query, signal }), by)
    },
    staleTime: 30_000,
    // The figures stay while others are loading, so that the page does not jump.
    placeholderData: keepPreviousData,
  })
}

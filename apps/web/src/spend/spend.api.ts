import * as endpoints from '@portal/domain/spend/spend.endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { SpendGrouping } from '@portal/domain/spend/groupings'
import type { Forecast, Spend } from '@portal/domain/spend/spend.schema'
import type { SpendSearch } from './spend-search.ts'

/** The response and its grouping. */
export interface SpendAnswer {
  by: SpendGrouping
  spend: Spend
}

export function spendQuery(
  accountId: string,
  asked: Pick<SpendSearch, 'by' | 'currency' | 'spread'>,
) {
  const { by, currency, spread } = asked
  return queryOptions({
    queryKey: ['spend', accountId, { by, currency, spread }],
    queryFn: async ({ signal }): Promise<SpendAnswer> => {
      const query = {
        companyFilter: accountId,
        by,
        months: 24,
        ...(currency && { currency }),
        ...(spread && { spread: true }),
      }
      return { by, spend: await call(endpoints.getSpend, { query, signal }) }
    },
    staleTime: 30_000,
    // The figures stay while others are loading, so that the page does not jump.
    placeholderData: keepPreviousData,
  })
}

export function forecastQuery(
  accountId: string,
  { currency, spread }: Pick<SpendSearch, 'currency' | 'spread'>,
) {
  return queryOptions({
    // Orders change the forecast, so it is requested again on each visit.
    queryKey: ['spend', accountId, 'forecast', { currency, spread }],
    queryFn: ({ signal }): Promise<Forecast> => {
      const query = {
        companyFilter: accountId,
        ...(currency && { currency }),
        ...(spread && { spread: true }),
      }
      return call(endpoints.getForecast, { query, signal })
    },
    staleTime: 0,
  })
}

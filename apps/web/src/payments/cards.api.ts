import * as endpoints from '@portal/domain/payments/payments.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { today } from '../kernel/today.ts'
import { cardOnFile } from './card-on-file.ts'

/** The card that will be charged; null when there is none. Never taken from memory. */
export function defaultCardQuery(accountId: string) {
  return queryOptions({
    queryKey: ['card', 'default', accountId],
    queryFn: async ({ signal }) => {
      const answer = await call(endpoints.getDefaultCard, {
        query: { companyFilter: accountId },
        signal,
      })
      return cardOnFile(answer, today())
    },
    staleTime: 0,
    gcTime: 0,
  })
}

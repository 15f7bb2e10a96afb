import * as endpoints from '@portal/domain/home/home.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export function homeQuery(accountId: string) {
  return queryOptions({
    queryKey: ['home', accountId],
    // Actions on other pages change it, so each visit requests it. Only the request made before the page's code is reused.
    staleTime: 1000,
    queryFn: ({ signal }) =>
      call(endpoints.getHome, { query: { companyFilter: accountId }, signal }),
  })
}

import * as endpoints from '@portal/domain/home/home.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export function homeQuery(accountId: string) {
  return queryOptions({
    queryKey: ['home', accountId],
    // Whatever the user did elsewhere changes it; only the request before the page's code is not repeated.
    staleTime: 1000,
    queryFn: ({ signal }) =>
      call(endpoints.getHome, { query: { companyFilter: accountId }, signal }),
  })
}

import { getAuthorization } from '@portal/domain/authorization/authorization.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** What each line of an invoice rests on. */
export function authorizationQuery(accountId: string, invoiceNumber: string) {
  return queryOptions({
    queryKey: ['authorization', accountId, invoiceNumber],
    queryFn: ({ signal }) =>
      call(getAuthorization, {
        params: { invoiceNumber },
        query: { companyFilter: accountId },
        signal,
      }),
  })
}

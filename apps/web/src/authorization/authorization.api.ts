import { getAuthorization } from '@portal/domain/authorization/authorization.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The license, order or request of each line of an invoice. */
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

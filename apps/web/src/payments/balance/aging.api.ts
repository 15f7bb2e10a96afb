import * as endpoints from '@portal/domain/payments/payments.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function agingQuery(accountId: string) {
  return queryOptions({
    queryKey: ['aging', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.getAging, { query: { companyFilter: accountId }, signal }),
  })
}

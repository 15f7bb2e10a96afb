import type { Aging } from '@portal/domain/payments/aging.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export function agingQuery(accountId: string) {
  return queryOptions({
    queryKey: ['aging', accountId],
    queryFn: ({ signal }) =>
      call<Aging>('/invoice/aging', { query: { companyFilter: accountId }, signal }),
  })
}

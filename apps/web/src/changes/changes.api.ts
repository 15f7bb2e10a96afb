import { getChanges } from '@portal/domain/changes/changes.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** All comparisons of an invoice. */
export const changesOf = (accountId: string, invoiceNumber: string) => ({
  queryKey: ['changes', accountId, invoiceNumber],
})

/** Why an invoice differs from the one it continues, or from the one it is compared with. */
export function changesQuery(accountId: string, invoiceNumber: string, against?: string) {
  return queryOptions({
    queryKey: [...changesOf(accountId, invoiceNumber).queryKey, against],
    queryFn: ({ signal }) =>
      call(getChanges, {
        params: { invoiceNumber },
        query: { companyFilter: accountId, ...(against && { against }) },
        signal,
      }),
  })
}

import { getChanges } from '@portal/domain/changes/changes.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { differenceOf } from './differences.ts'

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

/** By how much an invoice differs from the one it continues; null if the reader may not see it any more. */
export function differenceQuery(accountId: string, invoiceId: string) {
  return queryOptions({
    queryKey: ['difference', accountId, invoiceId],
    queryFn: ({ signal }) => differenceOf({ accountId, invoiceId, signal }),
    staleTime: 60_000,
    // The list is usable without the comparison.
    retry: false,
  })
}

import * as endpoints from '@portal/domain/invoices/invoices.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The files that the user has prepared; asked again until they are ready. */
export const archiveQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['archive', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.getArchive, { query: { companyFilter: accountId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.archive && !state.data.archive.keptUntil ? 2000 : false,
  })

export const startArchive = (accountId: string, invoiceIds: readonly string[]) =>
  call(endpoints.startArchive, {
    query: { companyFilter: accountId },
    body: { invoiceIds: [...invoiceIds] },
  })

export const deleteArchive = (accountId: string) =>
  call(endpoints.deleteArchive, { query: { companyFilter: accountId } })

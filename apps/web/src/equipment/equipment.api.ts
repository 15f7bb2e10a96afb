import type { EquipmentRequest, EquipmentRow } from '@portal/domain/equipment/equipment.schema'
import type { Decision } from '@portal/domain/equipment/status'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { fetchPage } from '../api/paged.ts'
import { pageNumber, pageSize, type EquipmentSearch } from './equipment-search.ts'

const keyOf = (accountId: string) => ['equipment', accountId]

export function equipmentListQuery(accountId: string, search: Omit<EquipmentSearch, 'open'>) {
  return queryOptions({
    queryKey: [...keyOf(accountId), 'list', search],
    queryFn: ({ signal }) =>
      fetchPage<EquipmentRow>(
        '/ttnet/requests',
        {
          companyFilter: accountId,
          page: pageNumber(search),
          perPage: pageSize(search),
          search: search.q ?? '',
          status: search.status ?? '',
        },
        signal,
      ),
    // The page in sight stays until the next one is there.
    placeholderData: keepPreviousData,
  })
}

export function equipmentRequestQuery(accountId: string, id: string) {
  return queryOptions({
    queryKey: [...keyOf(accountId), 'request', id],
    queryFn: ({ signal }) =>
      call<EquipmentRequest>(`/ttnet/request/${encodeURIComponent(id)}`, {
        query: { companyFilter: accountId },
        signal,
      }),
  })
}

/** Decides on what the page has shown: the server refuses when the request has changed since. */
export function decideRequest(
  accountId: string,
  { equipmentRequestId, revision }: EquipmentRequest,
  decision: Decision,
): Promise<EquipmentRequest> {
  return call(`/ttnet/${decision}`, {
    method: 'PUT',
    query: { requestId: equipmentRequestId, revision, companyFilter: accountId },
  })
}

export function refreshEquipment(client: QueryClient, accountId: string) {
  return client.invalidateQueries({ queryKey: keyOf(accountId) })
}

import * as endpoints from '@portal/domain/equipment/equipment.endpoints'
import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import type { Decision } from '@portal/domain/equipment/status'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { fetchPage } from '../api/paged.ts'
import { pageSize, type EquipmentSearch } from './equipment-search.ts'

const keyOf = (accountId: string) => ['equipment', accountId]

export function equipmentListQuery(accountId: string, search: Omit<EquipmentSearch, 'open'>) {
  return queryOptions({
    queryKey: [...keyOf(accountId), 'list', search],
    queryFn: ({ signal }) =>
      fetchPage(endpoints.listEquipmentRequests, {
        query: {
          companyFilter: accountId,
          page: search.page,
          perPage: pageSize(search),
          search: search.q,
          status: search.status ?? '',
        },
        signal,
      }),
    // The page in sight stays until the next one is there.
    placeholderData: keepPreviousData,
  })
}

export function equipmentRequestQuery(accountId: string, id: string) {
  return queryOptions({
    queryKey: [...keyOf(accountId), 'request', id],
    queryFn: ({ signal }) =>
      call(endpoints.getEquipmentRequest, {
        params: { id },
        query: { companyFilter: accountId },
        signal,
      }),
  })
}

const decisions = {
  approve: endpoints.approveEquipmentRequest,
  cancel: endpoints.cancelEquipmentRequest,
}

/** Decides on what the page has shown: the server refuses when the request has changed since. */
export function decideRequest(
  accountId: string,
  { equipmentRequestId, revision }: EquipmentRequest,
  decision: Decision,
): Promise<EquipmentRequest> {
  return call(decisions[decision], {
    query: { requestId: equipmentRequestId, revision, companyFilter: accountId },
  })
}

export function refreshEquipment(client: QueryClient, accountId: string) {
  return client.invalidateQueries({ queryKey: keyOf(accountId) })
}

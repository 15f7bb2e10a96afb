import * as endpoints from '@portal/domain/equipment/equipment.endpoints'
import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import { pendingApproval, type Decision } from '@portal/domain/equipment/status'
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
    // The current page stays visible until the next one has loaded.
    placeholderData: keepPreviousData,
  })
}

/** How many requests wait for approval. Keyed by page, so that each page fetches it again. */
export function waitingCountQuery(accountId: string, pathname: string) {
  return queryOptions({
    queryKey: [...keyOf(accountId), 'waiting', pathname],
    queryFn: async ({ signal }) => {
      const page = await fetchPage(endpoints.listEquipmentRequests, {
        query: { companyFilter: accountId, page: 1, perPage: 1, status: pendingApproval },
        signal,
      })
      return page.count
    },
    placeholderData: keepPreviousData,
    // No number is better than a wrong one; the page itself shows the error.
    retry: false,
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

export function decideRequest(
  accountId: string,
  { equipmentRequestId, lineItems }: EquipmentRequest,
  decision: Decision,
): Promise<EquipmentRequest> {
  return call(decisions[decision], {
    query: { requestId: equipmentRequestId, companyFilter: accountId },
    body: { shown: lineItems.lineItems },
  })
}

export function refreshEquipment(client: QueryClient, accountId: string) {
  return client.invalidateQueries({ queryKey: keyOf(accountId) })
}

import type { EquipmentRequest, EquipmentRow } from '@portal/domain/equipment/equipment.schema'
import type { Decision } from '@portal/domain/equipment/status'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call, send } from '../api/call.ts'
import { pageNumber, pageSize, type EquipmentSearch } from './equipment-search.ts'

/** One page of the approvals, how many there are, and whether counting stopped before the end. */
export interface EquipmentRows {
  rows: EquipmentRow[]
  count: number
  isMore: boolean
}

const keyOf = (accountId: string) => ['equipment', accountId]

export function equipmentListQuery(accountId: string, search: Omit<EquipmentSearch, 'open'>) {
  return queryOptions({
    queryKey: [...keyOf(accountId), 'list', search],
    queryFn: async ({ signal }): Promise<EquipmentRows> => {
      const response = await send('/ttnet/requests', {
        query: {
          companyFilter: accountId,
          page: pageNumber(search),
          perPage: pageSize(search),
          search: search.q ?? '',
          status: search.status ?? '',
        },
        signal,
      })
      const rows = (await response.json()) as EquipmentRow[]
      return {
        rows,
        count: Number(response.headers.get('x-count') ?? rows.length),
        isMore: response.headers.get('x-count-more') === 'true',
      }
    },
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

import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import type { Permission } from '@portal/domain/session/permissions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { teamKey } from './team.api.ts'

/** What members of the company have asked for and nobody has decided yet. */
export function accessRequestsQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'requests'],
    queryFn: ({ signal }) =>
      call<AccessRequest[]>('/admin/access-requests', {
        query: { companyFilter: accountId },
        signal,
      }),
  })
}

/** What the signed-in person has asked for. */
export function ownRequestsQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'own-requests'],
    queryFn: ({ signal }) =>
      call<AccessRequest[]>('/user/access-requests', {
        query: { companyFilter: accountId },
        signal,
      }),
  })
}

export function askForAccess(accountId: string, permission: Permission) {
  return call<AccessRequest>('/user/access-requests', {
    method: 'POST',
    query: { companyFilter: accountId },
    body: { permission },
  })
}

export function decideRequest(accountId: string, id: string, granted: boolean) {
  return call<unknown>(`/admin/access-requests/${encodeURIComponent(id)}`, {
    method: 'POST',
    query: { companyFilter: accountId },
    body: { granted },
  })
}

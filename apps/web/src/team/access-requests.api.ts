import * as endpoints from '@portal/domain/team/team.endpoints'
import type { Permission } from '@portal/domain/session/permissions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { teamKey } from './team.api.ts'

/** What members of the company have asked for and nobody has decided yet. */
export function accessRequestsQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'requests'],
    queryFn: ({ signal }) =>
      call(endpoints.listAccessRequests, {
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
      call(endpoints.listMyAccessRequests, {
        query: { companyFilter: accountId },
        signal,
      }),
  })
}

export function askForAccess(accountId: string, permission: Permission) {
  return call(endpoints.askForAccess, {
    query: { companyFilter: accountId },
    body: { permission },
  })
}

export function decideRequest(accountId: string, id: string, granted: boolean) {
  return call(endpoints.decideAccessRequest, {
    params: { id },
    query: { companyFilter: accountId },
    body: { granted },
  })
}

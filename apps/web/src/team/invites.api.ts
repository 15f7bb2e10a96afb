import * as endpoints from '@portal/domain/team/team.endpoints'
import type { SendInvite } from '@portal/domain/team/invites.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { teamKey } from './team.api.ts'

export function invitesQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'invites'],
    queryFn: ({ signal }) =>
      call(endpoints.listInvites, { query: { companyFilter: accountId }, signal }),
  })
}

/** Invites somebody; an open invitation to the same address is renewed, with a new code. */
export function sendInvite(invite: SendInvite) {
  return call(endpoints.sendInvite, {
    query: { companyFilter: invite.accountId },
    body: invite,
  })
}

export function revokeInvite(accountId: string, inviteCode: string) {
  return call(endpoints.revokeInvite, {
    params: { inviteCode },
    query: { companyFilter: accountId },
  })
}

import type { Invite, SendInvite } from '@portal/domain/team/invites.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { teamKey } from './team.api.ts'

export function invitesQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'invites'],
    queryFn: ({ signal }) =>
      call<Invite[]>('/invite', { query: { companyFilter: accountId }, signal }),
  })
}

/** Invites somebody; an open invitation to the same address is renewed, with a new code. */
export function sendInvite(invite: SendInvite) {
  return call<Invite>('/invite/invite', {
    method: 'POST',
    query: { companyFilter: invite.accountId },
    body: invite,
  })
}

export function revokeInvite(accountId: string, inviteCode: string) {
  return call<unknown>(`/invite/rescind/${encodeURIComponent(inviteCode)}`, {
    method: 'DELETE',
    query: { companyFilter: accountId },
  })
}

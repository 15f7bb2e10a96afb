import type { Permission } from '@portal/domain/kernel/permissions'
import type { DecideAccess } from '@portal/domain/team/access-requests.schema'
import type { SendInvite, SendInvites, ShownInvite } from '@portal/domain/team/invites.schema'
import * as endpoints from '@portal/domain/team/team.endpoints'
import type {
  ResetSignIn,
  ToggleCategory,
  UpdateUser,
  User,
  UserCategories,
} from '@portal/domain/team/team.schema'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { everyPage, everyRow } from '../api/paged.ts'

/** The key of all queries about a company's team: one change may affect several lists. */
export function teamKey(accountId: string) {
  return ['team', accountId] as const
}

export function refreshTeam(client: QueryClient, accountId: string) {
  return client.invalidateQueries({ queryKey: teamKey(accountId) })
}

export function membersQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'members'],
    queryFn: async ({ signal }) => {
      const users = new Map<string, User>()
      const members = everyPage(endpoints.listUsers, (page) => ({
        query: { companyFilter: accountId, ...page },
        signal,
      }))
      for await (const page of members)
        for (const user of page) if (user.isActive) users.set(user.id, user)
      return [...users.values()]
    },
  })
}

/** Every user that the history may name, including removed ones. */
export function namedUsersQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'named'],
    queryFn: async ({ signal }) => {
      const query = { companyFilter: accountId }
      const answer = await call(endpoints.listUsers, { query, signal })
      return 'users' in answer ? answer.users : answer
    },
    staleTime: 60_000,
  })
}

export function allCategoriesQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'categories'],
    queryFn: ({ signal }) =>
      call(endpoints.listCategories, { query: { companyFilter: accountId }, signal }),
    staleTime: 60_000,
  })
}

/** The signed-in user's categories, which are those the user can grant. */
export function ownCategoriesQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'own-categories'],
    queryFn: ({ signal }) =>
      call(endpoints.listMyCategories, { query: { companyFilter: accountId }, signal }),
  })
}

/** The key of the members' categories, whichever members were requested. */
export function heldCategoriesKey(accountId: string) {
  return [...teamKey(accountId), 'held-categories'] as const
}

/** The categories of the members; unknown users are missing in the response. */
export function heldCategoriesQuery(accountId: string, userIds: readonly string[]) {
  return queryOptions({
    queryKey: [...heldCategoriesKey(accountId), userIds],
    queryFn: async ({ signal }) => {
      const held: UserCategories[] = []
      for (let from = 0; from < userIds.length; from += everyRow)
        held.push(
          ...(await call(endpoints.listUserCategories, {
            query: { companyFilter: accountId },
            body: { userIdList: userIds.slice(from, from + everyRow) },
            signal,
          })),
        )
      return held
    },
    placeholderData: keepPreviousData,
  })
}

export const memberSessionsKey = (accountId: string, userId: string) =>
  [...teamKey(accountId), 'sessions', userId] as const

export function listMemberSessions(accountId: string, userId: string, signal: AbortSignal) {
  return call(endpoints.listMemberSessions, { query: { companyFilter: accountId, userId }, signal })
}

export function endMemberSessions(accountId: string, userId: string, sessionId?: string) {
  return call(endpoints.endMemberSessions, {
    query: { companyFilter: accountId, userId, ...(sessionId && { sessionId }) },
  })
}

export function updateUser(update: UpdateUser) {
  return call(endpoints.updateUser, { query: { companyFilter: update.accountId }, body: update })
}

export function toggleCategory(accountId: string, toggle: ToggleCategory) {
  return call(endpoints.toggleCategory, { query: { companyFilter: accountId }, body: toggle })
}

export function removeUser(accountId: string, userId: string) {
  return call(endpoints.deactivateUser, { query: { companyFilter: accountId, userId } })
}

export function resetSignIn(accountId: string, body: ResetSignIn) {
  return call(endpoints.resetSignIn, { query: { companyFilter: accountId }, body })
}

export function invitesQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'invites'],
    queryFn: ({ signal }) =>
      call(endpoints.listInvites, { query: { companyFilter: accountId }, signal }),
  })
}

/** How many people can be invited now. */
export function inviteRoomQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'inviteRoom'],
    queryFn: ({ signal }) =>
      call(endpoints.getInviteRoom, { query: { companyFilter: accountId }, signal }),
    // The message contains a number of minutes, which would become outdated.
    refetchInterval: 60_000,
  })
}

/** Invites a person. An open invitation to the same address is renewed with a new code. */
export function sendInvite(invite: SendInvite) {
  return call(endpoints.sendInvite, { query: { companyFilter: invite.accountId }, body: invite })
}

/** Invites several people. The key makes a repeated call harmless. */
export function sendInvites(accountId: string, body: SendInvites, key: string) {
  return call(endpoints.sendInvites, {
    query: { companyFilter: accountId },
    headers: { 'idempotency-key': key },
    body,
  })
}

export function revokeInvite(accountId: string, inviteCode: string) {
  return call(endpoints.revokeInvite, {
    params: { inviteCode },
    query: { companyFilter: accountId },
  })
}

/** The content of an invitation. The code is a secret: it must not appear in a cache or a log. */
export function checkInvitation(code: string, signal: AbortSignal) {
  return call(endpoints.checkInvite, { params: { inviteCode: code }, signal, keepsSession: true })
}

export function acceptInvitation(code: string, shown: ShownInvite) {
  return call(endpoints.acceptInvite, {
    query: { InviteCode: code },
    body: { shown },
    keepsSession: true,
  })
}

/** The open access requests of the company's members. */
export function accessRequestsQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'requests'],
    queryFn: ({ signal }) =>
      call(endpoints.listAccessRequests, { query: { companyFilter: accountId }, signal }),
  })
}

/** The signed-in user's own requests. */
export function ownRequestsQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'own-requests'],
    queryFn: ({ signal }) =>
      call(endpoints.listMyAccessRequests, { query: { companyFilter: accountId }, signal }),
  })
}

export function askForAccess(accountId: string, permission: Permission) {
  return call(endpoints.askForAccess, { query: { companyFilter: accountId }, body: { permission } })
}

export function decideRequest(accountId: string, id: string, body: DecideAccess) {
  return call(endpoints.decideAccessRequest, {
    params: { id },
    query: { companyFilter: accountId },
    body,
  })
}

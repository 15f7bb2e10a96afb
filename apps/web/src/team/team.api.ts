import * as endpoints from '@portal/domain/team/team.endpoints'
import type {
  ToggleCategory,
  UpdateUser,
  User,
  UserCategories,
} from '@portal/domain/team/team.schema'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { everyPage, everyRow } from '../api/paged.ts'

/** Everything known about a company's team; one change of it may show in several of its lists. */
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

/** Everybody the history may name, those who were removed included. */
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
      call(endpoints.listCategories, {
        query: { companyFilter: accountId },
        signal,
      }),
    staleTime: 60_000,
  })
}

/** The categories the signed-in person holds, which are those to give away. */
export function ownCategoriesQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'own-categories'],
    queryFn: ({ signal }) =>
      call(endpoints.listMyCategories, {
        query: { companyFilter: accountId },
        signal,
      }),
  })
}

/** Where the categories of the members are kept, whoever they were asked for. */
export function heldCategoriesKey(accountId: string) {
  return [...teamKey(accountId), 'held-categories'] as const
}

/** Who holds which categories; whom nothing is known about is not in the answer. */
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

export function updateUser(update: UpdateUser) {
  return call(endpoints.updateUser, {
    query: { companyFilter: update.accountId },
    body: update,
  })
}

export function toggleCategory(accountId: string, toggle: Required<ToggleCategory>) {
  return call(endpoints.toggleCategory, {
    query: { companyFilter: accountId },
    body: toggle,
  })
}

export function removeUser(accountId: string, userId: string) {
  return call(endpoints.deactivateUser, {
    query: { companyFilter: accountId, userId },
  })
}

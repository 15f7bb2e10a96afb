import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { afterStep, teamOf, type TeamMember } from './members.ts'
import {
  allCategoriesQuery,
  heldCategoriesQuery,
  membersQuery,
  ownCategoriesQuery,
} from './team.api.ts'
import { usePendingSteps } from './useChangeAccess.ts'

/** The company's members including pending changes, which are shown immediately and undone if the server refuses them. */
export function useTeam(accountId: string) {
  const users = useQuery(membersQuery(accountId))
  const ids = useMemo(() => (users.data ?? []).map(({ id }) => id).sort(), [users.data])
  const held = useQuery({
    ...heldCategoriesQuery(accountId, ids),
    enabled: users.data !== undefined,
  })
  const categories = useQuery(allCategoriesQuery(accountId))
  const own = useQuery(ownCategoriesQuery(accountId))
  const confirmed = useMemo(() => teamOf(users.data ?? [], held.data), [users.data, held.data])
  const pending = usePendingSteps(accountId)
  const members = confirmed.map((member) =>
    pending
      .filter(({ userId }) => userId === member.id)
      .reduce<TeamMember>((changed, { step }) => afterStep(changed, step), member),
  )
  return { users, held, categories, own, members }
}

export type Team = ReturnType<typeof useTeam>

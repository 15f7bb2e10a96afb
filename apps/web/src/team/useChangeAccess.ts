import type { User, UserCategories } from '@portal/domain/team/team.schema'
import {
  useMutation,
  useMutationState,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { toast } from '../ui/toasts.ts'
import { afterStep, type AccessStep, type TeamMember } from './members.ts'
import {
  heldCategoriesKey,
  membersQuery,
  refreshTeam,
  teamKey,
  toggleCategory,
  updateUser,
} from './team.api.ts'

interface WantedStep {
  userId: string
  step: AccessStep
}

const keyOf = (accountId: string) => [...teamKey(accountId), 'change-access']

/** The changes on their way to the server, in the order they were made. */
export function usePendingSteps(accountId: string): WantedStep[] {
  return useMutationState({
    filters: { mutationKey: keyOf(accountId), status: 'pending' },
    select: ({ state }) => state.variables as WantedStep,
  })
}

/** Changes the access of one member, one step after another, however quickly they are made. */
export function useChangeAccess(accountId: string, member: TeamMember) {
  const client = useQueryClient()
  const change = useMutation({
    mutationKey: keyOf(accountId),
    scope: { id: `access ${member.id}` },
    mutationFn: ({ userId, step }: WantedStep) => send(client, accountId, userId, step),
    onError: (error, { step }) => toast.problem(failureText(error, fallbackOf(step)), member.name),
    onSettled: async () => {
      // A list asked for in between would bring back what the next change is about to replace.
      if (client.isMutating({ mutationKey: keyOf(accountId) }) > 1) return
      await refreshTeam(client, accountId)
    },
  })
  return (step: AccessStep) => change.mutate({ userId: member.id, step })
}

async function send(client: QueryClient, accountId: string, userId: string, step: AccessStep) {
  if (step.kind === 'category') {
    const { invoiceCategoryId } = step.category
    const held = await toggleCategory(accountId, {
      userId,
      invoiceCategoryId,
      granted: step.isHeld,
    })
    keepHeld(client, accountId, held)
    return
  }
  const key = membersQuery(accountId).queryKey
  // From what the server has confirmed, not from what is shown: a step it turned down must not come along.
  const user = client.getQueryData(key)?.find(({ id }) => id === userId)
  if (!user) throw new Error('The member is not in the list any more.')
  const { role, permissions } = afterStep({ ...user, categories: [] }, step)
  const changed = await updateUser({
    userId,
    accountId: user.accountId,
    role,
    permissions: [...permissions],
  })
  client.setQueryData(key, (users: User[] | undefined) =>
    users?.map((one) => (one.id === userId ? changed : one)),
  )
}

function keepHeld(client: QueryClient, accountId: string, held: UserCategories) {
  client.setQueriesData<UserCategories[]>({ queryKey: heldCategoriesKey(accountId) }, (all) =>
    all ? [...all.filter(({ userId }) => userId !== held.userId), held] : all,
  )
}

function fallbackOf(step: AccessStep): string {
  return step.kind === 'category'
    ? 'An error occurred'
    : 'An error occurred while updating the user role'
}

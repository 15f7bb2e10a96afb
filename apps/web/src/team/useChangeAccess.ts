import type { ShownRights, User, UserCategories } from '@portal/domain/team/team.schema'
import {
  useMutation,
  useMutationState,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { toast } from '../ui/toasts.ts'
import type { AccessStep, TeamMember } from './members.ts'
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
  /** The rights before the change, as the panel shows them. */
  shown: ShownRights
}

const keyOf = (accountId: string) => [...teamKey(accountId), 'change-access']

/** The changes that are being sent to the server, oldest first. */
export function usePendingSteps(accountId: string): WantedStep[] {
  return useMutationState({
    filters: { mutationKey: keyOf(accountId), status: 'pending' },
    select: ({ state }) => state.variables as WantedStep,
  })
}

/**
 * Changes one member's access, one step at a time, even if clicks are faster. `hasCategories`: those of the member have loaded.
 */
export function useChangeAccess(accountId: string, member: TeamMember, hasCategories: boolean) {
  const client = useQueryClient()
  const change = useMutation({
    mutationKey: keyOf(accountId),
    scope: { id: `access ${member.id}` },
    mutationFn: (wanted: WantedStep) => send(client, accountId, wanted),
    onError: (error, { step }) => toast.problem(failureText(error, fallbackOf(step)), member.name),
    onSettled: async () => {
      // A list fetched in between would restore what the next change is about to replace.
      if (client.isMutating({ mutationKey: keyOf(accountId) }) > 1) return
      await refreshTeam(client, accountId)
    },
  })
  const { id, role, permissions } = member
  const categories = hasCategories && { categories: member.categories.map(({ name }) => name) }
  const shown = { role, permissions, ...categories }
  return (step: AccessStep) => change.mutate({ userId: id, step, shown })
}

async function send(client: QueryClient, accountId: string, { userId, step, shown }: WantedStep) {
  if (step.kind === 'category') {
    const { invoiceCategoryId } = step.category
    const held = await toggleCategory(accountId, {
      userId,
      invoiceCategoryId,
      granted: step.isHeld,
      shown,
    })
    keepHeld(client, accountId, held)
    return
  }
  const changed = await updateUser({ userId, accountId, ...orderOf(step), shown })
  client.setQueryData(membersQuery(accountId).queryKey, (users: User[] | undefined) =>
    users?.map((one) => (one.id === userId ? changed : one)),
  )
}

/** Sends only the changed part: the rest of the screen may be older than other users' changes. */
function orderOf(step: Exclude<AccessStep, { kind: 'category' }>) {
  if (step.kind === 'role') return { role: step.role }
  return step.isHeld ? { grant: step.permission } : { revoke: step.permission }
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

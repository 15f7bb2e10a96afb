import { permissionLabels } from '@portal/domain/session/permissions'
import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import { isolated } from '@portal/domain/kernel/isolated'
import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { toast } from '../ui/toasts.ts'
import { decideRequest } from './access-requests.api.ts'
import type { TeamMember } from './members.ts'
import { refreshTeam } from './team.api.ts'

/** Answers a member's request. Seeing invoices is not done with the permission: the categories come next. */
export function useDecideRequest(accountId: string, member: TeamMember, onGranted?: () => void) {
  const client = useQueryClient()
  const decision = useSingleMutation({
    mutationFn: ({ request, granted }: { request: AccessRequest; granted: boolean }) =>
      decideRequest(accountId, request.id, granted),
    onSuccess: async (_, { request: { permission }, granted }) => {
      await refreshTeam(client, accountId)
      const label = permissionLabels[permission]
      if (!granted) return toast.done(`${label} declined`, member.name)
      if (permission !== 'AccessInvoices') return toast.done(`${label} granted`, member.name)
      toast.done(
        `${label} granted`,
        `Now choose the invoice categories ${isolated(member.name)} may see.`,
      )
      onGranted?.()
    },
    onError: async (error) => {
      toast.problem(failureText(error, 'An error occurred'), member.name)
      // Somebody else may have answered it meanwhile.
      await refreshTeam(client, accountId)
    },
  })
  return {
    busy: decision.isPending,
    decide: (request: AccessRequest, granted: boolean) => decision.mutate({ request, granted }),
  }
}

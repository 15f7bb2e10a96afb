import { isolated } from '@portal/domain/kernel/isolated'
import { permissionLabels } from '@portal/domain/kernel/permissions'
import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import { permissionRefusal, type Grantor, type Member } from '@portal/domain/team/grants'
import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { Button } from '../ui/Button.tsx'
import { Instant } from '../ui/Instant.tsx'
import { Muted, Row } from '../ui/parts.tsx'
import { toast } from '../ui/toasts.ts'
import type { TeamMember } from './members.ts'
import css from './RequestLine.module.css'
import { decideRequest, refreshTeam } from './team.api.ts'

interface RequestLineProps {
  accountId: string
  actor: Grantor
  member: TeamMember & Member
  request: AccessRequest
  /** Opens the member's row; absent if the line is inside it. */
  onShow?: () => void
}

/** A member's request for a permission, with buttons to grant or decline it. */
export function RequestLine({ accountId, actor, member, request, onShow }: RequestLineProps) {
  const { decide, busy } = useDecideRequest(accountId, member, onShow)
  const label = permissionLabels[request.permission]
  return (
    <Row gap={5} rowGap={3} justify="between" wrap className={css.line}>
      <span className={css.words}>
        {onShow ? (
          <button type="button" className={css.name} onClick={onShow}>
            {member.name}
          </button>
        ) : (
          <b>{member.name}</b>
        )}{' '}
        asks for <b>{label}</b>
        <Muted as="small">
          Requested on <Instant at={request.createdDate} to="day" />
        </Muted>
      </span>
      <Row as="span" gap={3} align="stretch" className={css.answers}>
        <Button
          size="small"
          aria-label={`Decline ${label} for ${member.name}`}
          busy={busy}
          onClick={() => decide(request, false)}
        >
          Decline
        </Button>
        <Button
          size="small"
          tone="primary"
          aria-label={`Grant ${label} to ${member.name}`}
          busy={busy}
          disabledReason={permissionRefusal(actor, member, request.permission)}
          onClick={() => decide(request, true)}
        >
          Grant
        </Button>
      </Row>
    </Row>
  )
}

/** Grants or declines a request. After AccessInvoices is granted, the invoice categories must still be chosen. */
function useDecideRequest(accountId: string, member: TeamMember, onGranted?: () => void) {
  const client = useQueryClient()
  const { role, permissions } = member
  const decision = useSingleMutation({
    mutationFn: ({ request, granted }: { request: AccessRequest; granted: boolean }) =>
      decideRequest(accountId, request.id, { granted, shown: { role, permissions } }),
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
      // Another user may have decided in the meantime.
      await refreshTeam(client, accountId)
    },
  })
  return {
    busy: decision.isPending,
    decide: (request: AccessRequest, granted: boolean) => decision.mutate({ request, granted }),
  }
}

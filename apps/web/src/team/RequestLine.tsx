import { permissionLabels } from '@portal/domain/session/permissions'
import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import { permissionRefusal, type Grantor, type Member } from '@portal/domain/team/grants'
import { formatInstantDay } from '../kernel/instant.ts'
import { Button } from '../ui/Button.tsx'
import type { TeamMember } from './members.ts'
import css from './RequestLine.module.css'
import { useDecideRequest } from './useDecideRequest.ts'

interface RequestLineProps {
  accountId: string
  actor: Grantor
  member: TeamMember & Member
  request: AccessRequest
  /** Opens the member's row, where it is not the place this stands in. */
  onShow?: () => void
}

/** What a member asks for, and the two answers to it. */
export function RequestLine({ accountId, actor, member, request, onShow }: RequestLineProps) {
  const { decide, busy } = useDecideRequest(accountId, member, onShow)
  const label = permissionLabels[request.permission]
  return (
    <div className={css.line}>
      <span className={css.words}>
        {onShow ? (
          <button type="button" className={css.name} onClick={onShow}>
            {member.name}
          </button>
        ) : (
          <b>{member.name}</b>
        )}{' '}
        asks for <b>{label}</b>
        <small>Asked on {formatInstantDay(request.createdDate)}</small>
      </span>
      <span className={css.answers}>
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
      </span>
    </div>
  )
}

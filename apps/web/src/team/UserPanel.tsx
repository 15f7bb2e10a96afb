import type { Role } from '@portal/domain/session/permissions'
import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import {
  isLastManager,
  removalRefusal,
  roleRefusal,
  type Grantor,
} from '@portal/domain/team/grants'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { formatInstant } from '../kernel/instant.ts'
import { Button } from '../ui/Button.tsx'
import { Segments } from '../ui/Segments.tsx'
import { AccessBoxes } from './AccessBoxes.tsx'
import { afterStep, type AccessStep, type TeamMember } from './members.ts'
import { MemberViewPanel } from './MemberViewPanel.tsx'
import { RemoveUserDialog } from './RemoveUserDialog.tsx'
import { RequestLine } from './RequestLine.tsx'
import { stepText } from './step-text.ts'
import { TryOut } from './TryOut.tsx'
import { useChangeAccess } from './useChangeAccess.ts'
import css from './UserPanel.module.css'
import type { Team } from './useTeam.ts'

interface UserPanelProps {
  accountId: string
  actor: Grantor
  member: TeamMember
  team: Team
  requests: readonly AccessRequest[]
  onRemoved: () => void
}

const roles = [
  { value: 'SuperAdmin', label: 'Super' },
  { value: 'User', label: 'User' },
] as const

/** One member: who, what they may do, and beside it what they see, before and after a change. */
export function UserPanel({ accountId, actor, member, team, requests, onRemoved }: UserPanelProps) {
  const change = useChangeAccess(accountId, member)
  const [looked, setLooked] = useState<AccessStep>()
  const [triesOut, setTriesOut] = useState(false)
  const [removing, setRemoving] = useState(false)
  const touched = { ...member, isLastManager: isLastManager(member, team.members) }
  const take = (step: AccessStep) => {
    if (triesOut) return setLooked(step)
    setLooked(undefined)
    change(step)
  }
  // While trying out, what was pressed stays in sight; a finger's touch alone changes nothing.
  const look = (step: AccessStep | undefined) => !triesOut && setLooked(step)
  const toRole = (role: Role): AccessStep => ({ kind: 'role', role })

  return (
    <div className={css.panel}>
      <div className={css.controls}>
        {requests.map((request) => (
          <RequestLine
            key={request.id}
            accountId={accountId}
            actor={actor}
            member={touched}
            request={request}
          />
        ))}
        <dl className={css.facts}>
          <div>
            <dt>E-mail</dt>
            <dd>{member.email}</dd>
          </div>
          <div>
            <dt>Last sign-in</dt>
            <dd>{member.lastSignIn ? formatInstant(member.lastSignIn) : 'Never'}</dd>
          </div>
        </dl>
        <div className={css.group}>
          <h3>Role</h3>
          <Segments
            label={`Role of ${member.name}`}
            value={member.role}
            onChange={(role) => role !== member.role && take(toRole(role))}
            onLook={(role) =>
              look(
                role && role !== member.role && !roleRefusal(actor, touched, role)
                  ? toRole(role)
                  : undefined,
              )
            }
            items={roles.map((role) => ({
              ...role,
              disabledReason: roleRefusal(actor, touched, role.value),
            }))}
          />
        </div>
        <TryOut
          isOn={triesOut}
          member={member}
          after={looked && afterStep(member, looked)}
          change={looked && stepText(looked)}
          all={team.categories.data ?? []}
          onTurn={(isOn) => {
            setTriesOut(isOn)
            setLooked(undefined)
          }}
          onSave={() => {
            if (looked) change(looked)
            setLooked(undefined)
          }}
        />
        <AccessBoxes actor={actor} member={touched} team={team} onTake={take} onLook={look} />
        <div className={css.remove}>
          <Button
            icon={<UserMinus size={16} aria-hidden />}
            disabledReason={removalRefusal(actor, touched)}
            onClick={() => setRemoving(true)}
          >
            Remove User
          </Button>
        </div>
      </div>
      <MemberViewPanel
        who={member.firstName || member.name}
        member={member}
        after={looked && afterStep(member, looked)}
        change={looked && stepText(looked)}
        all={team.categories.data ?? []}
      />
      {removing && (
        <RemoveUserDialog
          accountId={accountId}
          member={member}
          onClose={() => setRemoving(false)}
          onRemoved={onRemoved}
        />
      )}
    </div>
  )
}

import { isolated } from '@portal/domain/kernel/isolated'
import { permissionLabels, type Role } from '@portal/domain/kernel/permissions'
import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import {
  isLastManager,
  removalRefusal,
  resetRefusal,
  roleRefusal,
  sessionsRefusal,
  type Grantor,
} from '@portal/domain/team/grants'
import { KeyRound, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { config } from '../api/config.ts'
import { SessionList } from '../session/SessionList.tsx'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/layers/ConfirmDialog.tsx'
import { Instant } from '../ui/Instant.tsx'
import { Muted, Row } from '../ui/parts.tsx'
import { Segments } from '../ui/fields/Segments.tsx'
import { AccessBoxes } from './AccessBoxes.tsx'
import { afterStep, isSameStep, type AccessStep, type TeamMember } from './members.ts'
import { MemberViewPanel } from './MemberViewPanel.tsx'
import { RemoveUserDialog } from './RemoveUserDialog.tsx'
import { ResetSignInDialog } from './ResetSignInDialog.tsx'
import { RequestLine } from './RequestLine.tsx'
import { endMemberSessions, listMemberSessions, memberSessionsKey } from './team.api.ts'
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

/** One member: role, permissions, categories, and the member's view before and after a change. */
export function UserPanel({ accountId, actor, member, team, requests, onRemoved }: UserPanelProps) {
  const hasCategories = team.held.data?.some(({ userId }) => userId === member.id) ?? false
  const change = useChangeAccess(accountId, member, hasCategories)
  const [looked, setLooked] = useState<AccessStep>()
  const [triesOut, setTriesOut] = useState(false)
  const [removing, setRemoving] = useState(false)
  const { value: resetting, set: setResetting } = useTyped(`resetting ${member.id}`, false)
  const [raising, setRaising] = useState(false)
  const [showsSessions, setShowsSessions] = useState(false)
  const isOwn = actor.id === member.id
  const touched = { ...member, isLastManager: isLastManager(member, team.members) }
  // Only the step that gives access to every company requires a confirmation.
  const act = (step: AccessStep) =>
    step.kind === 'role' && step.role === 'SuperAdmin' ? setRaising(true) : change(step)
  const take = (step: AccessStep) => {
    // A second press ends the preview.
    if (triesOut) return setLooked(looked && isSameStep(looked, step) ? undefined : step)
    setLooked(undefined)
    act(step)
  }
  // While trying out, the pressed box stays shown; hovering by touch changes nothing.
  const look = (step: AccessStep | undefined) => !triesOut && setLooked(step)
  const toRole = (role: Role): AccessStep => ({ kind: 'role', role })
  const refusalOf = (role: Role) => roleRefusal(actor, touched, role, config.providerDomain)

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
        <Row as="dl" align="stretch" wrap className={css.facts}>
          <div>
            <Muted as="dt" size={1}>
              Email
            </Muted>
            <dd>{member.email}</dd>
          </div>
          <div>
            <Muted as="dt" size={1}>
              Last sign-in
            </Muted>
            <dd>{member.lastSignIn ? <Instant at={member.lastSignIn} /> : 'Never'}</dd>
          </div>
        </Row>
        {isOwn && <Muted as="p">You cannot change your own access.</Muted>}
        <div className={css.group}>
          <h3>Role</h3>
          <Segments
            label={`Role of ${member.name}`}
            value={member.role}
            onChange={(role) => role !== member.role && take(toRole(role))}
            onLook={(role) =>
              look(role && role !== member.role && !refusalOf(role) ? toRole(role) : undefined)
            }
            items={roles.map((role) => ({
              ...role,
              disabledReason: refusalOf(role.value),
            }))}
          />
        </div>
        {!isOwn && (
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
              if (looked) act(looked)
              setLooked(undefined)
            }}
            onDiscard={() => setLooked(undefined)}
          />
        )}
        <AccessBoxes
          actor={actor}
          member={touched}
          team={team}
          tried={triesOut ? looked : undefined}
          onTake={take}
          onLook={look}
        />
        {!sessionsRefusal(actor, member) && (
          <details
            className={css.sessions}
            onToggle={({ currentTarget }) => setShowsSessions(currentTarget.open)}
          >
            <summary>Sessions</summary>
            {showsSessions && (
              <SessionList
                queryKey={memberSessionsKey(accountId, member.id)}
                load={(signal) => listMemberSessions(accountId, member.id, signal)}
                end={(sessionId) => endMemberSessions(accountId, member.id, sessionId)}
                endAllLabel={actor.id === member.id ? 'End all other sessions' : 'End all sessions'}
                emptyText={`${member.name} is not signed in anywhere.`}
              />
            )}
          </details>
        )}
        <Row gap={3} align="stretch" wrap className={css.remove}>
          {actor.role === 'SuperAdmin' && (
            <Button
              icon={<KeyRound size={16} aria-hidden />}
              disabledReason={resetRefusal(actor, member)}
              onClick={() => setResetting(true)}
            >
              Reset Sign-in
            </Button>
          )}
          <Button
            icon={<UserMinus size={16} aria-hidden />}
            disabledReason={removalRefusal(actor, touched)}
            onClick={() => setRemoving(true)}
          >
            Remove User
          </Button>
        </Row>
      </div>
      <MemberViewPanel
        who={member.firstName || member.name}
        member={member}
        after={looked && afterStep(member, looked)}
        change={looked && stepText(looked)}
        all={team.categories.data ?? []}
      />
      {raising && (
        <ConfirmDialog
          title="MAKE SUPER ADMIN"
          description={`${isolated(member.name)} will see and manage every company: invoices, payments, licenses and users of all customers. The other super admins will be notified by email.`}
          action="Make Super Admin"
          onClose={() => setRaising(false)}
          onConfirm={() => {
            setRaising(false)
            change(toRole('SuperAdmin'))
          }}
        />
      )}
      {resetting && (
        <ResetSignInDialog
          accountId={accountId}
          member={member}
          onClose={() => setResetting(false)}
        />
      )}
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

/** A previewed change, in words. */
function stepText(step: AccessStep): string {
  if (step.kind === 'role') return `as ${step.role === 'SuperAdmin' ? 'Super' : 'User'}`
  const name = step.kind === 'permission' ? permissionLabels[step.permission] : step.category.name
  return `${step.isHeld ? 'with' : 'without'} ${name}`
}

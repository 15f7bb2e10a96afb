import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import { Users } from 'lucide-react'
import { CallFailed, supportIdOf } from '../api/call-failed.ts'
import { AccordionList } from '../ui/AccordionList.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { TeamMember } from './members.ts'
import { useGrantor } from './useGrantor.ts'
import type { Team } from './useTeam.ts'
import { UserHead } from './UserHead.tsx'
import { UserPanel } from './UserPanel.tsx'

interface UserListProps {
  accountId: string
  team: Team
  shown: readonly TeamMember[]
  /** Something else has to be there before the list is shown. */
  isWaiting: boolean
  requests: readonly AccessRequest[]
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  /** What is searched for. */
  typed: string
  onType: (text: string) => void
}

/** The members in whatever state the list is: on its way, failed, empty, filtered to nothing, or there. */
export function UserList(props: UserListProps) {
  const { accountId, team, shown, isWaiting, requests, openId, onOpen, typed, onType } = props
  const actor = useGrantor()
  const { users } = team
  if (users.isPending || (isWaiting && users.data))
    return (
      <Card flush>
        <Skeleton lines={8} lineHeight={60} label="Loading users" />
      </Card>
    )
  if (!users.data)
    return (
      <Card flush>
        <ErrorState
          text={
            users.error instanceof CallFailed
              ? 'Failed to load user data'
              : 'An error occurred while fetching users'
          }
          supportId={supportIdOf(users.error)}
          busy={users.isFetching}
          onRetry={() => void users.refetch()}
        />
      </Card>
    )
  if (shown.length === 0)
    return (
      <Card flush>
        <EmptyState
          icon={<Users size={24} aria-hidden />}
          text="No Users Found"
          {...(typed && {
            note: 'No name or e-mail matches the search.',
            action: <Button onClick={() => onType('')}>Clear filters</Button>,
          })}
        />
      </Card>
    )
  const requestsOf = (userId: string) => requests.filter((request) => request.userId === userId)
  return (
    <AccordionList
      label="Users"
      rows={shown}
      keyOf={keyOf}
      openKey={openId}
      onOpen={onOpen}
      itemHeight={61}
      renderHead={(member) => (
        <UserHead member={member} isMe={member.id === actor.id} requests={requestsOf(member.id)} />
      )}
      renderPanel={(member) => (
        <UserPanel
          accountId={accountId}
          actor={actor}
          member={member}
          team={team}
          requests={requestsOf(member.id)}
          onRemoved={() => onOpen(undefined)}
        />
      )}
    />
  )
}

const keyOf = (member: TeamMember) => member.id

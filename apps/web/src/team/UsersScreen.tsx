import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import { isLastManager } from '@portal/domain/team/grants'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { CallFailed, failureText } from '../api/call-failed.ts'
import { usePortal } from '../session/useSession.ts'
import { AccordionSkeleton } from '../ui/lists/AccordionSkeleton.tsx'
import { AccordionList } from '../ui/lists/AccordionList.tsx'
import { QueryBanner } from '../ui/ErrorState.tsx'
import { ListState } from '../ui/lists/ListState.tsx'
import { matchingMembers, type TeamMember } from './members.ts'
import { usersOnPaper } from './paper-columns.tsx'
import { RequestLine } from './RequestLine.tsx'
import { accessRequestsQuery } from './team.api.ts'
import { TeamListPage } from './TeamListPage.tsx'
import { useGrantor } from './useGrantor.ts'
import { UserHead } from './UserHead.tsx'
import { UserPanel } from './UserPanel.tsx'
import css from './UsersScreen.module.css'
import { useTeam, type Team } from './useTeam.ts'
import { useTeamSearch, useTeamTyping } from './useTeamSearch.ts'

const route = getRouteApi('/users')

export function UsersScreen() {
  const { company } = usePortal()
  const search = route.useSearch()
  const change = useTeamSearch('/users')
  const [typed, type] = useTeamTyping(search, change)
  const team = useTeam(company.accountId)
  const requests = useQuery(accessRequestsQuery(company.accountId))
  const shown = matchingMembers(team.members, typed)

  return (
    <TeamListPage
      title="Users"
      current="/users"
      notice={
        <AccessRequests
          accountId={company.accountId}
          members={team.members}
          requests={requests}
          onShow={(userId) => change({ q: undefined, open: userId })}
        />
      }
      typed={typed}
      onType={type}
      total={team.users.data && shown.length}
      inviting={search.invite}
      onInvite={(invite, how) => change({ invite }, how)}
    >
      <UserList
        accountId={company.accountId}
        team={team}
        shown={shown}
        // The requests are shown above the list and would push it down if they appeared later.
        isWaiting={requests.isPending}
        requests={requests.data ?? []}
        openId={search.open}
        typed={typed}
        onType={type}
        onOpen={(open) => change({ open })}
      />
    </TeamListPage>
  )
}

interface AccessRequestsProps {
  accountId: string
  members: readonly TeamMember[]
  requests: UseQueryResult<AccessRequest[]>
  onShow: (userId: string) => void
}

/** All open access requests, above the list; renders nothing if there are none. */
function AccessRequests({ accountId, members, requests, onShow }: AccessRequestsProps) {
  const actor = useGrantor()
  if (requests.isError)
    return (
      <QueryBanner query={requests}>
        {failureText(requests.error, 'Failed to load requests for access.')}
      </QueryBanner>
    )
  const asked = (requests.data ?? []).flatMap((request) => {
    const member = members.find(({ id }) => id === request.userId)
    return member ? [{ request, member }] : []
  })
  if (asked.length === 0) return null
  return (
    <section className={css.requests} aria-label="Requests for access">
      <h2>Requests for access</h2>
      {asked.map(({ request, member }) => (
        <RequestLine
          key={request.id}
          accountId={accountId}
          actor={actor}
          member={{ ...member, isLastManager: isLastManager(member, members) }}
          request={request}
          onShow={() => onShow(member.id)}
        />
      ))}
    </section>
  )
}

interface UserListProps {
  accountId: string
  team: Team
  shown: readonly TeamMember[]
  /** True delays the list until other content has loaded. */
  isWaiting: boolean
  requests: readonly AccessRequest[]
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  /** The search text. */
  typed: string
  onType: (text: string) => void
}

/** The list of members. */
function UserList(props: UserListProps) {
  const { accountId, team, shown, isWaiting, requests, openId, onOpen, typed, onType } = props
  const actor = useGrantor()
  const { users } = team
  const requestsOf = (userId: string) => requests.filter((request) => request.userId === userId)
  return (
    <ListState
      query={users}
      isWaiting={isWaiting}
      placeholder={<AccordionSkeleton label="Loading users" />}
      failed={
        users.error instanceof CallFailed
          ? 'Failed to load user data'
          : 'An error occurred while fetching users'
      }
      isEmpty={() => shown.length === 0}
      empty={{ icon: <Users size={24} aria-hidden />, text: 'No Users Found' }}
      filters={
        typed !== '' && {
          note: 'No name or email matches the search.',
          isSearch: true,
          onClear: () => onType(''),
        }
      }
    >
      {() => (
        <AccordionList
          label="Users"
          rows={shown}
          keyOf={keyOf}
          openKey={openId}
          onOpen={onOpen}
          itemHeight={61}
          paper={usersOnPaper}
          renderHead={(member) => (
            <UserHead
              member={member}
              isMe={member.id === actor.id}
              requests={requestsOf(member.id)}
            />
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
      )}
    </ListState>
  )
}

const keyOf = (member: TeamMember) => member.id

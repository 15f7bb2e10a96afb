import { isolated } from '@portal/domain/kernel/isolated'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { usePortal } from '../session/useSession.ts'
import { accessRequestsQuery } from './access-requests.api.ts'
import { AccessRequests } from './AccessRequests.tsx'
import { matchingMembers } from './members.ts'
import { TeamListPage } from './TeamListPage.tsx'
import { useTeam } from './useTeam.ts'
import { useTeamSearch, useTeamTyping } from './useTeamSearch.ts'
import { UserList } from './UserList.tsx'

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
      subtitle={`Who works with the portal for ${isolated(company.name)}, and what they may do.`}
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
      isInviting={search.invite === 'open'}
      onInvite={(isOpen) =>
        isOpen ? change({ invite: 'open' }, 'push') : change({ invite: undefined })
      }
    >
      <UserList
        accountId={company.accountId}
        team={team}
        shown={shown}
        // What is asked for stands above the list, which would be pushed down by it.
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

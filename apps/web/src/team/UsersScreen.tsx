import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { Suspense } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { Page } from '../ui/Page.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { accessRequestsQuery } from './access-requests.api.ts'
import { AccessRequests } from './AccessRequests.tsx'
import { matchingMembers } from './members.ts'
import { TeamTabs } from './TeamTabs.tsx'
import css from './team.module.css'
import { useTeam } from './useTeam.ts'
import { useTeamSearch, useTeamTyping } from './useTeamSearch.ts'
import { UserList } from './UserList.tsx'

const InviteDialog = lazyLayer(() => import('./InviteDialog.tsx'), 'InviteDialog')
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
    <Page
      title="Users"
      subtitle={`Who works with the portal for ${company.name}, and what they may do.`}
      actions={
        <Button
          tone="primary"
          icon={<UserPlus size={16} aria-hidden />}
          onClick={() => change({ invite: 'open' }, 'push')}
        >
          Invite
        </Button>
      }
    >
      <TeamTabs current="/users" />
      <AccessRequests
        accountId={company.accountId}
        members={team.members}
        requests={requests}
        onShow={(userId) => change({ q: undefined, open: userId })}
      />
      <div className={css.toolbar}>
        <SearchField
          label="Search Users"
          placeholder="Search Users"
          value={typed}
          onChange={type}
        />
        <span className={css.total} role="status">
          {team.users.data && `Total: ${shown.length.toLocaleString('en-US')}`}
        </span>
      </div>
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
      <Suspense>
        {search.invite === 'open' && (
          <InviteDialog
            accountId={company.accountId}
            companyName={company.name}
            onClose={() => change({ invite: undefined })}
          />
        )}
      </Suspense>
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { usePortal } from '../session/useSession.ts'
import { matchingInvites } from './invite-rows.ts'
import { InviteList } from './InviteList.tsx'
import { invitesQuery } from './team.api.ts'
import { TeamListPage } from './TeamListPage.tsx'
import { useTeamSearch, useTeamTyping } from './useTeamSearch.ts'

const route = getRouteApi('/invites')

export function InvitesScreen() {
  const { company } = usePortal()
  const search = route.useSearch()
  const change = useTeamSearch('/invites')
  const [typed, type] = useTeamTyping(search, change)
  const invites = useQuery(invitesQuery(company.accountId))
  const shown = matchingInvites(invites.data ?? [], typed)

  return (
    <TeamListPage
      title="Invites"
      current="/invites"
      typed={typed}
      onType={type}
      total={invites.data && shown.length}
      inviting={search.invite}
      onInvite={(invite, how) => change({ invite }, how)}
    >
      <InviteList
        accountId={company.accountId}
        invites={invites}
        shown={shown}
        openId={search.open}
        typed={typed}
        onType={type}
        onOpen={(open) => change({ open })}
      />
    </TeamListPage>
  )
}

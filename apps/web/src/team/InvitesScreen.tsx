import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { Suspense } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { Page } from '../ui/Page.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { matchingInvites } from './invite-rows.ts'
import { InviteList } from './InviteList.tsx'
import { invitesQuery } from './invites.api.ts'
import { TeamTabs } from './TeamTabs.tsx'
import css from './team.module.css'
import { useTeamSearch, useTeamTyping } from './useTeamSearch.ts'

const InviteDialog = lazyLayer(() => import('./InviteDialog.tsx'), 'InviteDialog')
const route = getRouteApi('/invites')

export function InvitesScreen() {
  const { company } = usePortal()
  const search = route.useSearch()
  const change = useTeamSearch('/invites')
  const [typed, type] = useTeamTyping(search, change)
  const invites = useQuery(invitesQuery(company.accountId))
  const shown = matchingInvites(invites.data ?? [], typed)

  return (
    <Page
      title="Invites"
      subtitle={`Who was invited to work with the portal for ${company.name}.`}
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
      <TeamTabs current="/invites" />
      <div className={css.toolbar}>
        <SearchField
          label="Search Invites"
          placeholder="Search Invites"
          value={typed}
          onChange={type}
        />
        <span className={css.total} role="status">
          {invites.data && `Total: ${shown.length.toLocaleString('en-US')}`}
        </span>
      </div>
      <InviteList
        accountId={company.accountId}
        invites={invites}
        shown={shown}
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

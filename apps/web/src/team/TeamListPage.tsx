import { UserPlus } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { totalText } from '../ui/lists/page-range.ts'
import { Page } from '../ui/page/Page.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { Toolbar } from '../ui/page/Toolbar.tsx'
import type { TeamSearch } from './team-search.ts'
import { TeamTabs } from './TeamTabs.tsx'

const InviteDialog = lazyLayer(() => import('./InviteDialog.tsx'), 'InviteDialog')
const InvitePeopleDialog = lazyLayer(() => import('./InvitePeopleDialog.tsx'), 'InvitePeopleDialog')

interface TeamListPageProps {
  title: 'Users' | 'Invites'
  current: '/users' | '/invites'
  /** Shown above the search. */
  notice?: ReactNode
  typed: string
  onType: (text: string) => void
  /** Undefined while the list is loading. */
  total: number | undefined
  inviting: TeamSearch['invite']
  onInvite: (dialog: TeamSearch['invite'], how?: 'push') => void
  children: ReactNode
}

/** The common parts of the Users and Invites pages: tabs, search with total, and the Invite button. */
export function TeamListPage(props: TeamListPageProps) {
  const { title, current, notice, typed, onType, total, inviting, onInvite } = props
  const { company } = usePortal()
  const dialog = {
    accountId: company.accountId,
    companyName: company.name,
    onClose: () => onInvite(undefined),
  }
  return (
    <Page
      title={title}
      actions={
        <Button
          tone="primary"
          icon={<UserPlus size={16} aria-hidden />}
          onClick={() => onInvite('open', 'push')}
        >
          Invite
        </Button>
      }
    >
      <TeamTabs current={current} />
      {notice}
      <Toolbar total={total !== undefined && totalText({ count: total })}>
        {(total !== 0 || typed !== '') && (
          <SearchField
            label={`Search ${title}`}
            placeholder={`Search ${title}`}
            value={typed}
            onChange={onType}
          />
        )}
      </Toolbar>
      {props.children}
      <Suspense>
        {inviting === 'open' && <InviteDialog {...dialog} onSeveral={() => onInvite('several')} />}
        {inviting === 'several' && <InvitePeopleDialog {...dialog} />}
      </Suspense>
    </Page>
  )
}

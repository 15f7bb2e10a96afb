import { UserPlus } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { Page } from '../ui/Page.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { TeamTabs } from './TeamTabs.tsx'
import css from './team.module.css'

const InviteDialog = lazyLayer(() => import('./InviteDialog.tsx'), 'InviteDialog')

interface TeamListPageProps {
  title: 'Users' | 'Invites'
  subtitle: string
  current: '/users' | '/invites'
  /** Above the search. */
  notice?: ReactNode
  typed: string
  onType: (text: string) => void
  /** Nothing while the list is not there. */
  total: number | undefined
  isInviting: boolean
  onInvite: (isOpen: boolean) => void
  children: ReactNode
}

/** What the pages of people have in common: the tabs, a search with its total, and the way to invite. */
export function TeamListPage(props: TeamListPageProps) {
  const { title, subtitle, current, notice, typed, onType, total, isInviting, onInvite } = props
  const { company } = usePortal()
  return (
    <Page
      title={title}
      subtitle={subtitle}
      actions={
        <Button
          tone="primary"
          icon={<UserPlus size={16} aria-hidden />}
          onClick={() => onInvite(true)}
        >
          Invite
        </Button>
      }
    >
      <TeamTabs current={current} />
      {notice}
      <div className={css.toolbar}>
        <SearchField
          label={`Search ${title}`}
          placeholder={`Search ${title}`}
          value={typed}
          onChange={onType}
        />
        <span className={css.total} role="status">
          {total !== undefined && `Total: ${total.toLocaleString('en-US')}`}
        </span>
      </div>
      {props.children}
      <Suspense>
        {isInviting && (
          <InviteDialog
            accountId={company.accountId}
            companyName={company.name}
            onClose={() => onInvite(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}

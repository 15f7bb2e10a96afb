import { areasOf } from '@portal/domain/session/areas'
import { mayUse } from '@portal/domain/kernel/permissions'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import {
  BellDot,
  Building2,
  ChevronsUpDown,
  CreditCard,
  KeyRound,
  Network,
  ReceiptText,
  ScrollText,
  UsersRound,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { attentionCountQuery } from '../attention/attention.api.ts'
import { waitingCountQuery } from '../equipment/equipment.api.ts'
import type { SignedIn } from '../session/useSession.ts'
import { Stack } from '../ui/parts.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import { isCurrentArea } from './current-area.ts'
import css from './NavList.module.css'

const icons = {
  INVOICES: ReceiptText,
  STATEMENTS: ScrollText,
  PAYMENTS: CreditCard,
  LICENSES: KeyRound,
  ERF: Network,
}

/** The company and the areas this user may open: a side list; on phones a bottom bar, or a single area in the top bar. */
export function NavList({ me, company }: SignedIn) {
  const { pathname } = useLocation()
  const managing = ['/manage', '/users', '/invites'].includes(pathname)
  return (
    <nav className={css.nav} aria-label="Main">
      <Stack gap={1} className={css.top}>
        {me.role === 'SuperAdmin' ? (
          <NavButton to="/companies" className={`${css.company} ${css.choosable}`}>
            <Building2 size={16} aria-hidden />
            <CompanyName {...company} />
            <ChevronsUpDown size={14} aria-hidden />
          </NavButton>
        ) : (
          <div className={css.company}>
            <Building2 size={16} aria-hidden />
            <CompanyName {...company} />
          </div>
        )}
        {mayUse(me, 'ManageUsers') && (
          <NavButton
            to="/manage"
            className={css.manage}
            data-bar-button
            aria-current={managing ? 'page' : undefined}
          >
            <UsersRound size={16} aria-hidden />
            <span className={css.words}>MANAGE</span>
          </NavButton>
        )}
        {mayUse(me, 'SuperAdmin') && <AttentionButton pathname={pathname} />}
      </Stack>
      <Stack as="ul" gap={1} className={css.areas}>
        {areasOf(me).map((area) => {
          const Icon = icons[area.label]
          return (
            <li key={area.label}>
              <PathLink
                path={area.path}
                aria-current={isCurrentArea(area.path, pathname) ? 'page' : undefined}
              >
                <Icon size={16} aria-hidden />
                {area.label}
                {area.label === 'ERF' && <WaitingCount {...company} pathname={pathname} />}
              </PathLink>
            </li>
          )
        })}
      </Stack>
    </nav>
  )
}

/** The number of equipment requests that wait for approval. */
function WaitingCount({ accountId, pathname }: { accountId: string; pathname: string }) {
  const { data: count = 0 } = useQuery(waitingCountQuery(accountId, pathname))
  if (count === 0) return null
  return (
    <span className={css.count}>
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting for approval</span>
    </span>
  )
}

function CompanyName({ name, accountId }: { name: string; accountId: string }) {
  return (
    <span className={css.companyName}>
      {name}
      <small>Account {accountId}</small>
    </span>
  )
}

/**
 * For super admins: the number of items of all companies that need attention. Requested on each page and when the
 * window gets the focus; polling would keep an idle session alive.
 */
function AttentionButton({ pathname }: { pathname: string }) {
  const { data } = useQuery(attentionCountQuery(pathname))
  const total = data?.total ?? 0
  return (
    <NavButton
      to="/attention"
      className={css.manage}
      data-bar-button
      aria-current={pathname === '/attention' ? 'page' : undefined}
    >
      <BellDot size={16} aria-hidden />
      <span className={css.words}>ATTENTION</span>
      {total > 0 && (
        <span className={css.count}>
          {total > 99 ? '99+' : total}
          <span className="sr-only">{total === 1 ? ' item' : ' items'}</span>
        </span>
      )}
    </NavButton>
  )
}

interface NavButtonProps extends ComponentProps<'button'> {
  'data-bar-button'?: true
  to: '/companies' | '/manage' | '/attention'
}

/** A button that opens a page and preloads it on hover or focus. */
function NavButton({ to, ...rest }: NavButtonProps) {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to })
  return (
    <button
      type="button"
      {...rest}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void router.navigate({ to })}
    />
  )
}

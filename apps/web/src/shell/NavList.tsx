import { areasOf } from '@portal/domain/session/areas'
import { mayUse } from '@portal/domain/session/permissions'
import { useLocation } from '@tanstack/react-router'
import {
  Building2,
  ChevronsUpDown,
  CreditCard,
  KeyRound,
  Network,
  ReceiptText,
  ScrollText,
  Settings2,
} from 'lucide-react'
import type { SignedIn } from '../session/useSession.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { isCurrentArea } from './current-area.ts'
import { AttentionButton } from './AttentionButton.tsx'
import { NavButton } from './NavButton.tsx'
import css from './NavList.module.css'

const icons = {
  INVOICES: ReceiptText,
  STATEMENTS: ScrollText,
  PAYMENTS: CreditCard,
  LICENSES: KeyRound,
  ERF: Network,
}

/** The company and the places this person may use: a side list, or a bottom bar on phones. */
export function NavList({ me, company }: SignedIn) {
  const { pathname, searchStr } = useLocation()
  const managing = ['/manage', '/users', '/invites'].includes(pathname)
  return (
    <nav className={css.nav} aria-label="Main">
      <div className={css.top}>
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
            aria-current={managing ? 'page' : undefined}
          >
            <Settings2 size={17} aria-hidden />
            MANAGE
          </NavButton>
        )}
        {mayUse(me, 'SuperAdmin') && <AttentionButton pathname={pathname} />}
      </div>
      <ul className={css.areas}>
        {areasOf(me).map((area) => {
          const Icon = icons[area.label]
          return (
            <li key={area.label}>
              <PathLink
                path={area.path}
                keepsQuery={area.label === 'STATEMENTS' && pathname === '/invoices'}
                aria-current={isCurrentArea(area.path, pathname, searchStr) ? 'page' : undefined}
              >
                <Icon size={17} aria-hidden />
                {area.label}
              </PathLink>
            </li>
          )
        })}
      </ul>
    </nav>
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

import type { Company } from '@portal/domain/companies/companies.schema'
import { areasOf } from '@portal/domain/session/areas'
import { pagePathOf } from '@portal/domain/session/page-paths'
import { mayUse } from '@portal/domain/kernel/permissions'
import type { Myself } from '@portal/domain/session/session.schema'
import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import {
  Outlet,
  useLocation,
  useMatches,
  useNavigate,
  useRouterState,
} from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { config } from '../api/config.ts'
import { useConnection } from '../api/connection.ts'
import { isNamedHere } from '../kernel/company-in-address.ts'
import { portalHistory } from '../kernel/portal-history.ts'
import { Guard } from './Guard.tsx'
import { rightsChange } from '../session/rights-change.ts'
import { useChooseCompany } from '../session/useChooseCompany.ts'
import { SessionContext, useCheckedSession, type SignedIn } from '../session/useSession.ts'
import { BesideMain } from '../ui/layers/BesideMain.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { Row } from '../ui/parts.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toasts.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Header } from './Header.tsx'
import { openLayer, useOpenLayer } from './layers.ts'
import { NavList } from './NavList.tsx'
import { PrintHead } from './PrintHead.tsx'
import css from './Shell.module.css'

const Palette = lazyLayer(() => import('./Palette.tsx'), 'Palette')
const ShortcutsDialog = lazyLayer(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog')

/** Whether the document that the server sent has a navigation: `/` has one only with a session. */
const firstHadNav = document.querySelector('.first[data-nav=true]') !== null

/** The frame around every page: header, navigation, the guarded page, footer. */
export function Shell() {
  // Only the path: the query changes with every letter of a search.
  const pathname = useLocation({ select: (location) => location.pathname })
  const session = useCheckedSession()
  // For an unknown path the router matches the page whose path begins it, too.
  const page = useMatches({
    select: (matches) => matches.at(pagePathOf(pathname) === undefined ? 0 : -1)?.staticData,
  })
  const signedIn = session.state === 'signedIn' ? session : undefined
  const owner = useOwner(signedIn)
  useToldRights(signedIn?.me)
  useEffect(() => {
    const { href, state } = portalHistory.location
    if (signedIn && !isNamedHere()) portalHistory.replace(href, state)
  })
  const bare = pathname === '/notSigned'
  // A user without the permission reads the reason beside the navigation.
  const isTheirs = page !== undefined && mayUse(signedIn?.me, page.access)
  const showsNav = !bare && (page?.hasNav !== false || !isTheirs)
  // On a page with a navigation, its space is reserved while the session is being checked.
  const keepsNav = session.state === 'checking' && (page?.access !== 'public' || firstHadNav)
  return (
    <SessionContext value={session}>
      <div
        className={css.shell}
        data-nav={showsNav && (signedIn || keepsNav) ? '' : undefined}
        data-places={signedIn && areasOf(signedIn.me).length}
      >
        <a className={css.skip} href="#main">
          Skip to content
        </a>
        <LoadingLine />
        {!bare && <Header />}
        {signedIn?.acting && <ActingBanner me={signedIn.me} company={signedIn.company} />}
        {showsNav && signedIn && <NavList {...signedIn} />}
        {showsNav && keepsNav && <div className={css.navPlace} />}
        <main id="main" className={css.main} tabIndex={-1}>
          {signedIn && <PrintHead {...signedIn} />}
          <Suspense fallback={<Loading />}>
            <Guard key={owner} access={page?.access ?? 'public'} forwards={page?.forwards === true}>
              <Outlet />
            </Guard>
          </Suspense>
        </main>
        <BesideMain />
        {!bare && <Footer />}
        <ConnectionBanner />
        {signedIn && <Layers session={signedIn} />}
      </div>
    </SessionContext>
  )
}

/**
 * Returns a number that changes with the person or company. The page then restarts, so that no selection, entry or open
 * layer of the previous one remains. The number stays the same while the session is only being checked.
 */
function useOwner(signedIn: SignedIn | undefined): number {
  const shown = signedIn && `${signedIn.me.id} ${signedIn.company.accountId}`
  const [last, setLast] = useState({ shown, count: 0 })
  if (shown && shown !== last.shown)
    setLast({ shown, count: last.shown ? last.count + 1 : last.count })
  return last.count
}

/** Notifies users that another person changed their permissions, which explains why a button disappeared. */
function useToldRights(me: Myself | undefined) {
  const last = useRef(me)
  useEffect(() => {
    const change = me && last.current && rightsChange(last.current, me)
    if (change?.isLoss) toast.problem('Your permissions have changed.', change.words, change.words)
    else if (change) toast.done('Your permissions have changed.', change.words, change.words)
    last.current = me
  }, [me])
}

function Layers({ session }: { session: SignedIn }) {
  const layer = useOpenLayer()
  const close = () => openLayer(undefined)
  return (
    <Suspense>
      {layer === 'palette' && <Palette session={session} onClose={close} />}
      {layer === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </Suspense>
  )
}

/** The portal's only loading indicator: shown while any request is in progress, and not while all of them pause. */
function LoadingLine() {
  const fetching = useIsFetching() + useIsMutating()
  const isReached = useConnection() === 'reached'
  const navigating = useRouterState({ select: (state) => state.isLoading })
  const isLoading = isReached && (fetching > 0 || navigating)
  return <div className={css.line} data-loading={isLoading || undefined} aria-hidden />
}

function Footer() {
  return (
    <Row as="footer" justify="between" wrap size={1} tone="faint" className={css.footer}>
      <span>{config.copyright}</span>
      <Row as="span" gap={2} align="stretch" className={css.links}>
        <a href={config.legalUrl}>Legal</a>
        <a href={config.privacyUrl}>Privacy</a>
        <a href={config.helpUrl}>Need Help?</a>
      </Row>
    </Row>
  )
}

/** Shown to super admins while they act for another company, with a button to stop. */
function ActingBanner({ me, company }: { me: SignedIn['me']; company: Company }) {
  const choose = useChooseCompany()
  const navigate = useNavigate()
  return (
    <Row
      size={2}
      tone="warn"
      justify="center"
      wrap
      className={css.acting}
      role="region"
      aria-label="Acting for a company"
    >
      <span>
        You are acting as <b>{company.name}</b>
      </span>
      <button
        type="button"
        className={css.exit}
        onClick={() => {
          choose({ accountId: me.accountId, name: me.companyName })
          void navigate({ to: '/companies' })
        }}
      >
        <X size={14} aria-hidden />
        Exit
      </button>
    </Row>
  )
}

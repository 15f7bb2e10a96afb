import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Guard } from '../session/Guard.tsx'
import { useSession, type SignedIn } from '../session/useSession.ts'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { Loading } from '../ui/Loading.tsx'
import { ActingBanner } from './ActingBanner.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { openLayer, useOpenLayer } from './layers.ts'
import { LoadingLine } from './LoadingLine.tsx'
import { NavList } from './NavList.tsx'
import css from './Shell.module.css'

const Palette = lazyLayer(() => import('./Palette.tsx'), 'Palette')
const ShortcutsDialog = lazyLayer(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog')

/** The frame around every page: header, navigation, the guarded page, footer. */
export function Shell() {
  // Not the query, which changes with every letter of a search.
  const pathname = useLocation({ select: (location) => location.pathname })
  const session = useSession()
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  const signedIn = session.state === 'signedIn' ? session : undefined
  const bare = pathname === '/notSigned'
  const showsNav = !bare && pathname !== '/companies'
  // On a page that will have one, its place is kept while it is not known who is there.
  const keepsNav = session.state === 'checking' && page?.access !== 'public'
  return (
    <div className={css.shell} data-nav={showsNav && (signedIn || keepsNav) ? '' : undefined}>
      <a className={css.skip} href="#main">
        Skip to content
      </a>
      <LoadingLine />
      {!bare && <Header />}
      {signedIn?.acting && <ActingBanner me={signedIn.me} company={signedIn.company} />}
      {showsNav && signedIn && <NavList {...signedIn} />}
      {showsNav && keepsNav && <div className={css.navPlace} />}
      <main id="main" className={css.main} tabIndex={-1}>
        <Suspense fallback={<Loading />}>
          <Guard access={page?.access ?? 'public'} forwards={page?.forwards === true}>
            <Outlet />
          </Guard>
        </Suspense>
      </main>
      {!bare && <Footer />}
      {signedIn && <Layers session={signedIn} />}
    </div>
  )
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

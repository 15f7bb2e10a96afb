import { useLocation } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useSession } from '../session/useSession.ts'
import { Keys } from '../ui/Keys.tsx'
import css from './Header.module.css'
import { commandKey } from './hotkeys.ts'
import { openLayer } from './layers.ts'
import { Logo } from './Logo.tsx'
import { SignInLink } from './SignInLink.tsx'
import { SignOutButton } from './SignOutButton.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

export function Header() {
  const session = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  const sellsAccreditation = pathname.startsWith('/accreditation/purchase')
  const isAway = session.state === 'signedOut' || session.state === 'failed'
  return (
    <header className={css.header}>
      <Logo />
      {session.state === 'signedIn' && (
        <button type="button" className={css.palette} onClick={() => openLayer('palette')}>
          <Search size={15} aria-hidden />
          <span className={css.words}>Go to…</span>
          <span className={css.keys} aria-hidden>
            <Keys keys={`${commandKey} K`} />
          </span>
        </button>
      )}
      <div className={css.controls}>
        <ThemeMenu />
        {session.state === 'signedIn' && <UserMenu me={session.me} />}
        {session.state === 'guest' && <SignOutButton />}
        {isAway && !sellsAccreditation && <SignInLink />}
      </div>
    </header>
  )
}

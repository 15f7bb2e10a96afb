import type { Myself } from '@portal/domain/session/session.schema'
import { useLocation, useNavigate } from '@tanstack/react-router'
import {
  Bell,
  ChevronDown,
  Keyboard,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  Search,
  Sun,
  UserCog,
} from 'lucide-react'
import { config } from '../api/config.ts'
import { useRootConf } from '../kernel/root-conf.ts'
import { userName } from '../session/user-name.ts'
import { useSession } from '../session/useSession.ts'
import { useSignIn } from '../session/useSignIn.ts'
import { useSignOut } from '../session/useSignOut.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useMedia } from '../ui/useMedia.ts'
import { Keys } from '../ui/Keys.tsx'
import { LogoMark } from '../ui/LogoMark.tsx'
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../ui/layers/Menu.tsx'
import { Row, Text } from '../ui/parts.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import css from './Header.module.css'
import { commandKey } from './hotkeys.ts'
import { openLayer } from './layers.ts'
import { chooseTheme, type ThemeChoice } from './theme.ts'

export function Header() {
  const session = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  const sellsAccreditation = pathname.startsWith('/accreditation/purchase')
  const isAway = session.state === 'signedOut' || session.state === 'failed'
  return (
    <Row as="header" gap={4} className={css.header}>
      <Logo />
      {session.state === 'signedIn' && (
        <button type="button" className={css.palette} onClick={() => openLayer('palette')}>
          <Search size={15} aria-hidden />
          <span>Go to…</span>
          <span aria-hidden>
            <Keys keys={`${commandKey} K`} />
          </span>
        </button>
      )}
      <Row className={css.controls}>
        {session.state === 'signedIn' ? <UserMenu me={session.me} /> : <ThemeMenu />}
        {session.state === 'guest' && <SignOutButton />}
        {isAway && !sellsAccreditation && <SignInLink />}
      </Row>
    </Row>
  )
}

function Logo() {
  return (
    <PathLink path="/" className={css.logo} aria-label="Licensing & Billing, start page">
      <LogoMark className={css.mark} />
      <span>Licensing &amp; Billing</span>
    </PathLink>
  )
}

/** Sign-out for an invited person, who has no user menu. */
function SignOutButton() {
  const signOut = useSignOut()
  return (
    <Button
      tone="quiet"
      icon={<LogOut size={16} aria-hidden />}
      busy={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      Sign Out
    </Button>
  )
}

/** A link, so that it also works in a new tab: a guarded page starts sign-in automatically. */
function SignInLink() {
  const signIn = useSignIn()
  return (
    <a
      href="/manage"
      className={css.signIn}
      aria-busy={signIn.isPending}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        if (!signIn.isPending) signIn.mutate()
      }}
    >
      Sign In
    </a>
  )
}

const themes = [
  { value: 'system', label: 'Match the system', icon: <Monitor size={16} aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun size={16} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={16} aria-hidden /> },
] as const

const useTheme = () => useRootConf().theme ?? 'system'

/** For visitors, who have no user menu. */
function ThemeMenu() {
  const theme = useTheme()
  return (
    <Menu
      trigger={
        <IconButton label="Theme">{themes.find(({ value }) => value === theme)?.icon}</IconButton>
      }
    >
      <ThemeChoices />
    </Menu>
  )
}

const ThemeChoices = () => (
  <MenuChoice<ThemeChoice> label="Theme" value={useTheme()} onChange={chooseTheme} items={themes} />
)

function UserMenu({ me }: { me: Myself }) {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const name = userName(me)
  // Devices with only a touch screen have no keyboard either.
  const hasMouse = useMedia('(any-hover: hover)')
  return (
    <Menu
      trigger={
        <button type="button" className={css.user} aria-busy={signOut.isPending}>
          <Text size={0} weight={600} className={css.avatar} aria-hidden>
            {initialsOf(name)}
          </Text>
          <span className={css.name}>{name}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      <MenuLink href={config.accountUrl} icon={<UserCog size={16} aria-hidden />}>
        Account settings
      </MenuLink>
      <MenuItem
        icon={<Bell size={16} aria-hidden />}
        onChoose={() => void navigate({ to: '/notifications' })}
      >
        Notifications
      </MenuItem>
      <MenuItem
        icon={<MonitorSmartphone size={16} aria-hidden />}
        onChoose={() => void navigate({ to: '/sessions' })}
      >
        Sessions
      </MenuItem>
      {hasMouse && (
        <MenuItem icon={<Keyboard size={16} aria-hidden />} onChoose={() => openLayer('shortcuts')}>
          Keyboard shortcuts
        </MenuItem>
      )}
      <MenuItem icon={<Search size={16} aria-hidden />} onChoose={() => openLayer('palette')}>
        Go to…
      </MenuItem>
      <MenuSeparator />
      <ThemeChoices />
      <MenuSeparator />
      <MenuItem
        icon={<LogOut size={16} aria-hidden />}
        onChoose={() => {
          if (!signOut.isPending) signOut.mutate()
        }}
      >
        Sign Out
      </MenuItem>
    </Menu>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map(firstLetter).join('').toUpperCase()
}

/** The first code point, so that a surrogate pair is not cut in half. */
function firstLetter(word = ''): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 32).trim()
}

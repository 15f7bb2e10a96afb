import type { Myself } from '@portal/domain/session/session.schema'
import { ChevronDown, Keyboard, LogOut, UserCog } from 'lucide-react'
import { config } from '../api/config.ts'
import { useSignOut } from '../session/useSignOut.ts'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../ui/Menu.tsx'
import css from './Header.module.css'
import { openLayer } from './layers.ts'
import { userName } from '../session/user-name.ts'

export function UserMenu({ me }: { me: Myself }) {
  const signOut = useSignOut()
  const name = userName(me)
  return (
    <Menu
      trigger={
        <button type="button" className={css.user} aria-busy={signOut.isPending}>
          <span className={css.avatar} aria-hidden>
            {initialsOf(name)}
          </span>
          <span className={css.name}>{name}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      <MenuLink href={config.accountUrl} icon={<UserCog size={16} aria-hidden />}>
        Account settings
      </MenuLink>
      <MenuItem icon={<Keyboard size={16} aria-hidden />} onChoose={() => openLayer('shortcuts')}>
        Keyboard shortcuts
      </MenuItem>
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

/** Whole letters: cut in the middle, a letter outside the basic plane is no letter. */
function firstLetter(word = ''): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 32).trim()
}

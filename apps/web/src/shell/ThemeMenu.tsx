import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuChoice } from '../ui/Menu.tsx'
import { useRootConf } from '../kernel/root-conf.ts'
import { chooseTheme, type ThemeChoice } from './theme.ts'

const themes = [
  { value: 'system', label: 'Like the system', icon: <Monitor size={16} aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun size={16} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={16} aria-hidden /> },
] as const

export function ThemeMenu() {
  const theme = useRootConf().theme ?? 'system'
  return (
    <Menu
      trigger={
        <IconButton label="Theme">{themes.find(({ value }) => value === theme)?.icon}</IconButton>
      }
    >
      <MenuChoice<ThemeChoice> value={theme} onChange={chooseTheme} items={themes} />
    </Menu>
  )
}

import { rootConf, subscribe, updateRootConf } from '../kernel/root-conf.ts'

const systemDark = matchMedia('(prefers-color-scheme: dark)')

function applyTheme() {
  const theme = rootConf().theme ?? (systemDark.matches ? 'dark' : 'light')
  document.documentElement.dataset.theme = theme
}

export type ThemeChoice = 'system' | 'light' | 'dark'

export function chooseTheme(theme: ThemeChoice) {
  updateRootConf({ theme: theme === 'system' ? undefined : theme })
}

/** Keeps the page in the chosen theme, or in the system's while none is chosen. */
export function followTheme() {
  applyTheme()
  subscribe(applyTheme)
  systemDark.addEventListener('change', applyTheme)
}

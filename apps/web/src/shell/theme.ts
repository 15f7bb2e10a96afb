import { rootConf, subscribe, updateRootConf } from '../kernel/root-conf.ts'

const systemDark = matchMedia('(prefers-color-scheme: dark)')

function applyTheme() {
  const theme = rootConf().theme ?? (systemDark.matches ? 'dark' : 'light')
  const { documentElement: root } = document
  root.dataset.theme = theme
  // The browser's own bars continue the page, also in a theme that is not the system's.
  const color = getComputedStyle(root).getPropertyValue('--surface')
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    if (color) meta.content = color
}

export type ThemeChoice = 'system' | 'light' | 'dark'

export function chooseTheme(theme: ThemeChoice) {
  updateRootConf({ theme: theme === 'system' ? undefined : theme })
}

/** Applies the chosen theme, or the system's if none is chosen. */
export function followTheme() {
  applyTheme()
  subscribe(applyTheme)
  systemDark.addEventListener('change', applyTheme)
}

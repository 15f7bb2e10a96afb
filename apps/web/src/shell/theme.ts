import { rootConf, subscribe } from './root-conf.ts'

const systemDark = matchMedia('(prefers-color-scheme: dark)')

function applyTheme() {
  const theme = rootConf().theme ?? (systemDark.matches ? 'dark' : 'light')
  document.documentElement.dataset.theme = theme
}

/** Keeps the page in the chosen theme, or in the system's while none is chosen. */
export function followTheme() {
  applyTheme()
  subscribe(applyTheme)
  systemDark.addEventListener('change', applyTheme)
}

import { openLayer } from './layers.ts'
import { rootConf } from '../kernel/root-conf.ts'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
export const commandKey = isApple ? '⌘' : 'Ctrl'

/** Handles the keyboard shortcuts. Single keys are ignored while typing, in a dialog, or if disabled. */
export function listenForHotkeys(isSignedIn: () => boolean) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (isPaletteKey(event)) {
      if (!isSignedIn()) return
      event.preventDefault()
      openLayer('palette')
    } else if (isSingleKey(event) && rootConf().singleKeys !== false) followSingleKey(event)
  })
}

function isPaletteKey(event: KeyboardEvent): boolean {
  const command = event.ctrlKey || event.metaKey
  return command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
}

function isSingleKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target instanceof Element ? event.target : document.body
  const typing = target.closest('input, textarea, select, [contenteditable], [role=combobox]')
  return !typing && !document.querySelector('[role=dialog], [role=menu], [role=listbox]')
}

function followSingleKey(event: KeyboardEvent) {
  if (event.key === '?') {
    event.preventDefault()
    openLayer('shortcuts')
  }
  if (event.key === '/') {
    const search = document.querySelector<HTMLInputElement>('input[data-search]')
    if (!search) return
    event.preventDefault()
    search.focus()
    search.select()
  }
}

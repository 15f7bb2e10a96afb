import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isAnnounced = false

/** True while the page is printed. */
export const useIsPrinted = () =>
  useSyncExternalStore(subscribe, () => isAnnounced || matchMedia('print').matches)

function subscribe(listener: () => void) {
  // Firefox copies the page right after `beforeprint`, before the media query matches and before any microtask.
  const announce = () => {
    isAnnounced = true
    flushSync(listener)
  }
  const end = () => {
    isAnnounced = false
    listener()
  }
  const media = matchMedia('print')
  addEventListener('beforeprint', announce)
  addEventListener('afterprint', end)
  media.addEventListener('change', listener)
  return () => {
    removeEventListener('beforeprint', announce)
    removeEventListener('afterprint', end)
    media.removeEventListener('change', listener)
  }
}

import { useCallback, useSyncExternalStore } from 'react'
import { phoneWidth, widths } from './widths.ts'

const lists = new Map<string, MediaQueryList>()

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => listOf(query).matches)
}

/** Cached, because every render reads it. */
function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

/** Phones and narrow windows: navigation at the bottom, title in the top bar. */
export const { narrow, beside: roomBeside } = widths

/** When the page itself scrolls: on phones, and in windows too low for a scrolling frame. */
export const pageScrolls = `(max-width: ${phoneWidth}px), (max-height: 559px)`

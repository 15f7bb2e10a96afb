import { useCallback, useSyncExternalStore } from 'react'

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

/** Kept, because it is asked on every render. */
function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

/** Where the page itself scrolls: phones, and windows too low for a scrolling frame. */
export const pageScrolls = '(max-width: 820px), (max-height: 559px)'

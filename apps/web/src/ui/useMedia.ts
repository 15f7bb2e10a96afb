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

/** Cached, because every render reads it. */
function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

/** Phones and narrow windows: navigation at the bottom, title in the top bar. */
export const narrow = 'screen and (max-width: 820px)'

/** Room for a list and something beside it. In em, as both need more where the font of the browser is larger. */
export const roomBeside = 'screen and (min-width: 80em) and (min-height: 560px)'

/** When the page itself scrolls: on phones, and in windows too low for a scrolling frame. */
export const pageScrolls = '(max-width: 820px), (max-height: 559px)'

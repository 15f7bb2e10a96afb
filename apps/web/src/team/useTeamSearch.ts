import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Changes } from '../kernel/search-params.ts'
import { useTypedText } from '../ui/fields/useTypedText.ts'
import type { TeamSearch } from './team-search.ts'

/** Changes the address parameters. Opening a dialog adds a history entry, so that Back closes it. */
export function useTeamSearch(to: '/users' | '/invites') {
  const navigate = useNavigate()
  return useCallback(
    (change: Changes<TeamSearch>, how: 'replace' | 'push' = 'replace') =>
      void navigate({
        to,
        search: (current) => ({ ...current, ...change }),
        replace: how === 'replace',
        state: { isLayer: how === 'push' },
        resetScroll: false,
      }),
    [navigate, to],
  )
}

/** The search text, which the address keeps, and how to change it. */
export function useTeamTyping({ q }: TeamSearch, change: ReturnType<typeof useTeamSearch>) {
  const keep = useCallback((text: string) => change({ q: text }), [change])
  return useTypedText(q, keep)
}

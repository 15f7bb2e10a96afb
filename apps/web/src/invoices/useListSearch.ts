import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Changes } from '../kernel/search-params.ts'
import type { InvoiceListSearch } from './invoice-search.ts'

/** Changes the list's address parameters. Opening a layer adds a history entry, so that Back closes it. */
export function useListSearch() {
  const navigate = useNavigate({ from: '/invoices' })
  return useCallback(
    (change: Changes<InvoiceListSearch>, how: 'replace' | 'push' = 'replace') =>
      void navigate({
        to: '/invoices',
        search: (current) => ({ ...current, ...change }),
        replace: how === 'replace',
        state: { isLayer: how === 'push' },
        resetScroll: false,
      }),
    [navigate],
  )
}

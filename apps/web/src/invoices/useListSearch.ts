import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Changes } from '../kernel/search-params.ts'
import { usePortal } from '../session/useSession.ts'
import type { InvoiceListSearch } from './invoice-search.ts'
import { keptWhole } from './view-search.ts'
import { viewsQuery } from './views.api.ts'

/** Changes the list's address parameters. Opening a layer adds a history entry, so that Back closes it. */
export function useListSearch() {
  const navigate = useNavigate({ from: '/invoices' })
  const client = useQueryClient()
  const { accountId } = usePortal().company
  return useCallback(
    (change: Changes<InvoiceListSearch>, how: 'replace' | 'push' = 'replace') =>
      void navigate({
        to: '/invoices',
        search: (current) =>
          keptWhole({ ...current, ...change }, client.getQueryData(viewsQuery(accountId).queryKey)),
        replace: how === 'replace',
        state: { isLayer: how === 'push' },
        resetScroll: false,
      }),
    [navigate, client, accountId],
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { present, type InvoiceListSearch } from './invoice-search.ts'

type Change = { [Key in keyof InvoiceListSearch]?: InvoiceListSearch[Key] | undefined }

/** Changes what the address of the list holds; a layer is pushed, so that Back closes it. */
export function useListSearch() {
  const navigate = useNavigate({ from: '/invoices' })
  return useCallback(
    (change: Change, how: 'replace' | 'push' = 'replace') =>
      void navigate({
        to: '/invoices',
        search: (current) => present<InvoiceListSearch>({ ...current, ...change }),
        replace: how === 'replace',
        resetScroll: false,
      }),
    [navigate],
  )
}

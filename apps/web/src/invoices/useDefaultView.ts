import type { InvoiceView } from '@portal/domain/invoices/views.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { rootConf, updateRootConf } from '../kernel/root-conf.ts'
import type { Changes } from '../kernel/search-params.ts'
import { invoiceListSearch, type InvoiceListSearch } from './invoice-search.ts'
import { isWhole, openedView } from './view-search.ts'

/** How long after the rows the default view may still apply, in milliseconds. Later they would change under the user's hand. */
const patience = 1000

interface Decision {
  /** The history entry to which the decision applies. */
  entry: string | undefined
  /** The filters of the default view; undefined if none applies. */
  search?: Changes<InvoiceListSearch>
}

/**
 * The filters to show: those of the address, or the default view's if the list was opened without any. The address
 * follows. Whether a default applies is decided once per arrival, so that the list stays while a user changes views.
 * Rows wait for the views only in a browser that has seen a default view: most users have none.
 */
export function useDefaultView(
  search: InvoiceListSearch,
  views: UseQueryResult<InvoiceView[]>,
  hasRows: boolean,
) {
  const navigate = useNavigate({ from: '/invoices' })
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  const [decided, setDecided] = useState<Decision>()
  const isBare = Object.keys(invoiceListSearch.write(search)).length === 0
  const isOpen = isBare && decided?.entry !== entry
  const isKnown = views.data !== undefined || views.failureCount > 0
  if (isOpen && isKnown) {
    const found = views.data?.find((view) => view.isDefault && !isWhole(view.search))
    setDecided({ entry, ...(found && { search: openedView(found.search) }) })
  }
  useEffect(() => {
    if (!isOpen || !hasRows) return undefined
    const timer = setTimeout(() => setDecided({ entry }), patience)
    return () => clearTimeout(timer)
  }, [isOpen, hasRows, entry])

  const hasDefault = views.data?.some(({ isDefault }) => isDefault)
  useEffect(() => {
    if (hasDefault !== undefined && hasDefault !== (rootConf().hasDefaultView ?? false))
      updateRootConf({ hasDefaultView: hasDefault })
  }, [hasDefault])

  const applied = isBare && decided?.entry === entry ? decided?.search : undefined
  useEffect(() => {
    if (applied)
      void navigate({ to: '/invoices', search: applied, replace: true, resetScroll: false })
  }, [applied, navigate])
  return {
    search: applied ? invoiceListSearch.parse(applied) : search,
    isWaiting: isOpen && !isKnown && rootConf().hasDefaultView === true,
  }
}

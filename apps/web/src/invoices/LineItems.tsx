import type { InvoiceAuthorization } from '@portal/domain/authorization/authorization.schema'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ListChecks, ListX } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { authorizationQuery } from '../authorization/authorization.api.ts'
import { WhoOrdered } from '../authorization/WhoOrdered.tsx'
import { EmptyState } from '../ui/ErrorState.tsx'
import { sortedRows } from '../ui/list-columns.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VirtualRows } from '../ui/VirtualRows.tsx'
import type { InvoiceDetailSearch } from './invoice-search.ts'
import { lineItems, nextSort, sortedBy, type LineRow } from './line-items.tsx'

const route = getRouteApi('/invoices/detail/$invoiceId')

interface LineItemsProps {
  accountId: string
  invoice: InvoiceDetail
}

export function LineItems({ accountId, invoice }: LineItemsProps) {
  const { sort, order, lines: asked } = route.useSearch()
  const navigate = useNavigate({ from: '/invoices/detail/$invoiceId' })
  const sorted = useMemo(() => sortedBy({ sort, order }), [sort, order])
  const query = useQuery(authorizationQuery(accountId, invoice.invoiceNumber))
  const { data: authorization } = query
  const checks = asked === 'check' && authorization?.sentence !== ''
  const rows = useMemo(
    () => linesWith(invoice.lineItems, authorization, checks),
    [invoice.lineItems, authorization, checks],
  )
  const lines = useMemo(() => sortedRows(lineItems, rows, sorted), [rows, sorted])
  const { invoiceNumber: invoiceId } = invoice
  const sortBy = useCallback(
    (column: string) =>
      void navigate({
        to: '/invoices/detail/$invoiceId',
        params: { invoiceId },
        search: (current) => ({
          ...current,
          ...nextSort(current, column as InvoiceDetailSearch['sort']),
        }),
        state: (state) => state,
        replace: true,
        resetScroll: false,
      }),
    [navigate, invoiceId],
  )
  const showChecks = (only: boolean) =>
    void navigate({
      to: '/invoices/detail/$invoiceId',
      params: { invoiceId },
      search: (current) => ({ ...current, lines: only ? ('check' as const) : undefined }),
      state: (state) => state,
      replace: true,
      resetScroll: false,
    })
  if (invoice.lineItems.length === 0)
    return <EmptyState icon={<ListX size={24} aria-hidden />} text="No Line Items Available..." />
  // Asked together with the invoice: lines that grew a moment later would move under the finger.
  if (query.isLoading) return <Skeleton lines={6} lineHeight={52} label="Loading the lines" />
  return (
    <>
      {authorization && (
        <WhoOrdered authorization={authorization} checks={checks} onCheck={showChecks} />
      )}
      {lines.length === 0 ? (
        <EmptyState icon={<ListChecks size={24} aria-hidden />} text="Nothing to check." />
      ) : (
        <VirtualRows
          list={lineItems}
          rows={lines}
          actions={undefined}
          sorted={sorted}
          // One line needs no order.
          {...(lines.length > 1 && { onSort: sortBy })}
        />
      )}
    </>
  )
}

/** The lines with what they rest on; without it where the invoice was changed since. */
function linesWith(
  lines: InvoiceDetail['lineItems'],
  authorization: InvoiceAuthorization | undefined,
  checks: boolean,
): LineRow[] {
  const rows = lines.map((line, place) => {
    const found = authorization?.lines[place]
    return { ...line, authorization: found?.total === line.total ? found : undefined }
  })
  return checks ? rows.filter((row) => row.authorization?.state === 'toCheck') : rows
}

import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ListX } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useQuestions } from '../questions/useQuestions.tsx'
import { EmptyState } from '../ui/ErrorState.tsx'
import { sortedRows } from '../ui/list-columns.ts'
import { VirtualRows } from '../ui/VirtualRows.tsx'
import type { InvoiceDetailSearch } from './invoice-search.ts'
import { lineItems, nextSort, sortedBy } from './line-items.tsx'

const route = getRouteApi('/invoices/detail/$invoiceId')

export function LineItems({ invoice }: { invoice: InvoiceDetail }) {
  const { sort, order } = route.useSearch()
  const { ofLines, above } = useQuestions(invoice)
  const navigate = useNavigate({ from: '/invoices/detail/$invoiceId' })
  const sorted = useMemo(() => sortedBy({ sort, order }), [sort, order])
  const lines = useMemo(
    () => sortedRows(lineItems, invoice.lineItems, sorted),
    [invoice.lineItems, sorted],
  )
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
  return (
    <>
      {above}
      {lines.length === 0 ? (
        <EmptyState icon={<ListX size={24} aria-hidden />} text="No Line Items Available..." />
      ) : (
        <VirtualRows
          list={lineItems}
          rows={lines}
          actions={ofLines}
          sorted={sorted}
          // One line needs no order.
          {...(lines.length > 1 && { onSort: sortBy })}
        />
      )}
    </>
  )
}

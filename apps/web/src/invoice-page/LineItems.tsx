import type { InvoiceDetail, LineItem } from '@portal/domain/invoices/invoices.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ListChecks, ListX } from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import { authorizationQuery } from '../authorization/authorization.api.ts'
import { WhoOrdered } from '../authorization/WhoOrdered.tsx'
import { useQuestions } from '../questions/useQuestions.tsx'
import { EmptyState } from '../ui/ErrorState.tsx'
import { sortedRows } from '../ui/lists/list-columns.ts'
import { VirtualRows } from '../ui/lists/VirtualRows.tsx'
import { invoiceDetailQuery } from '../invoices/invoices.api.ts'
import type { InvoiceDetailSearch } from '../invoices/invoice-search.ts'
import css from './InvoiceDetailView.module.css'
import { lineList, nextSort, sortedBy, type KnownOfLines } from './line-items.tsx'

const route = getRouteApi('/invoices/detail/$invoiceId')

interface LineItemsProps {
  accountId: string
  invoice: InvoiceDetail
}

export function LineItems({ accountId, invoice }: LineItemsProps) {
  const { sort, order, lines: asked } = route.useSearch()
  const client = useQueryClient()
  const { ofLines, above } = useQuestions(invoice)
  const navigate = useNavigate({ from: '/invoices/detail/$invoiceId' })
  const sorted = useMemo(() => sortedBy({ sort, order }), [sort, order])
  const query = useQuery(authorizationQuery(accountId, invoice.invoiceNumber))
  // If an import ran between the two reads, both are read again, and the authorization is hidden meanwhile.
  const isOther = query.data !== undefined && query.data.revision !== invoice.revision
  const authorization = isOther ? undefined : query.data
  const { refetch } = query
  useEffect(() => {
    if (!isOther) return
    void refetch()
    void client.invalidateQueries(invoiceDetailQuery(accountId, invoice.invoiceNumber))
  }, [isOther, refetch, client, accountId, invoice.invoiceNumber])
  // All lines are listed until the lines to check are known, and if they cannot be read.
  const checks = asked === 'check' && Boolean(authorization?.sentence)
  const known: KnownOfLines = useMemo(() => {
    const places = new Map(invoice.lineItems.map((line, place) => [line, place]))
    const authorizationOf = (line: LineItem) => authorization?.lines[places.get(line) ?? -1]
    return { ...ofLines, authorizationOf }
  }, [invoice.lineItems, authorization, ofLines])
  const list = useMemo(() => lineList(invoice.lineItems), [invoice.lineItems])
  const lines = useMemo(() => {
    const isListed = (line: LineItem) => !checks || known.authorizationOf(line)?.state === 'toCheck'
    return sortedRows(list, invoice.lineItems.filter(isListed), sorted)
  }, [list, invoice.lineItems, known, checks, sorted])
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
  return (
    <>
      {above}
      {authorization && (
        <WhoOrdered authorization={authorization} checks={checks} onCheck={showChecks} />
      )}
      {invoice.lineItems.length > 1 && (
        <h2 className={css.lineCount}>
          Line items{' '}
          <small>
            {checks && `${lines.length.toLocaleString('en-US')} of `}
            {invoice.lineItems.length.toLocaleString('en-US')}
          </small>
        </h2>
      )}
      {invoice.lineItems.length === 0 ? (
        <EmptyState icon={<ListX size={24} aria-hidden />} text="No Line Items Available..." />
      ) : lines.length === 0 ? (
        <EmptyState icon={<ListChecks size={24} aria-hidden />} text="Nothing to check." />
      ) : (
        <VirtualRows
          list={list}
          rows={lines}
          actions={known}
          sorted={sorted}
          // A single line cannot be sorted.
          {...(lines.length > 1 && { onSort: sortBy })}
        />
      )}
    </>
  )
}

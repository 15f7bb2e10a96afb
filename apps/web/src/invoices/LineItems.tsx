import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ListX } from 'lucide-react'
import { useMemo } from 'react'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SortButton } from '../ui/SortButton.tsx'
import { VirtualRows } from '../ui/VirtualRows.tsx'
import { nextSort, sortedLines, type LineSort } from './line-item-sort.ts'
import { LineItemCells } from './LineItemCells.tsx'
import css from './LineItems.module.css'

const route = getRouteApi('/invoices/detail/$invoiceId')

export function LineItems({ invoice }: { invoice: InvoiceDetail }) {
  const { sort, order } = route.useSearch()
  const navigate = useNavigate({ from: '/invoices/detail/$invoiceId' })
  const lines = useMemo(
    () => sortedLines(invoice.lineItems, { sort, order }),
    [invoice.lineItems, sort, order],
  )
  if (lines.length === 0)
    return (
      <Card flush>
        <EmptyState icon={<ListX size={24} aria-hidden />} text="No Line Items Available..." />
      </Card>
    )

  const sortBy = (pressed: LineSort) =>
    void navigate({
      to: '/invoices/detail/$invoiceId',
      params: { invoiceId: invoice.invoiceNumber },
      search: (current) => ({ ...current, ...nextSort(current, pressed) }),
      state: (state) => state,
      replace: true,
      resetScroll: false,
    })
  const column = (id: LineSort, label: string) => {
    const sorted = sort !== id ? undefined : order === 'desc' ? 'descending' : 'ascending'
    const header = <SortButton label={label} sorted={sorted} onClick={() => sortBy(id)} />
    return { id, header, sorted } as const
  }
  return (
    <VirtualRows
      label="Line items"
      rows={lines}
      columns={[
        column('product', 'Product'),
        column('description', 'Description'),
        { id: 'place', header: 'City, State' },
        { id: 'quantity', header: 'Quantity', align: 'end' },
        { id: 'price', header: 'Sales Price', align: 'end' },
        { ...column('total', 'Total'), align: 'end' },
      ]}
      layout={css.row}
      rowHeight={52}
      narrowRowHeight={84}
      renderCells={(line) => <LineItemCells line={line} />}
    />
  )
}

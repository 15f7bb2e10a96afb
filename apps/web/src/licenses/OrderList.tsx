import type { LicenseOrder } from '@portal/domain/licenses/licenses.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useCallback } from 'react'
import type { Paged } from '../api/paged.ts'
import { Button } from '../ui/Button.tsx'
import { PagedList } from '../ui/PagedList.tsx'
import css from './AllOrders.module.css'
import { pageSize } from './licenses.api.ts'
import type { ChangeLicenses, LicensesSearch } from './licenses-search.ts'
import { OrderCells, orderColumns } from './OrderCells.tsx'

interface OrderListProps {
  list: UseQueryResult<Paged<LicenseOrder>>
  search: Pick<LicensesSearch, 'q' | 'status' | 'page'>
  onChange: ChangeLicenses
  onEdit: (id: number) => void
  onDelete: (id: number) => void
  onNew: () => void
}

export function OrderList({ list, search, onChange, onEdit, onDelete, onNew }: OrderListProps) {
  const renderCells = useCallback(
    (order: LicenseOrder) => (
      <OrderCells
        order={order}
        onOpen={() => onChange({ order: String(order.id) })}
        onEdit={onEdit}
        onDelete={onDelete}
      />
    ),
    [onChange, onEdit, onDelete],
  )
  const isFiltered = search.q || search.status
  return (
    <PagedList
      list={list}
      label="License orders"
      loading="Loading licenses"
      failed="Failed to load licenses."
      empty={{
        icon: <KeyRound size={24} aria-hidden />,
        text: 'No Licenses Found.',
        note: 'Orders that are saved or submitted are listed here.',
        action: (
          <Button tone="primary" onClick={onNew}>
            Add Item
          </Button>
        ),
      }}
      filtered={isFiltered && 'No order matches the search and the filter.'}
      onClear={() => onChange({ q: undefined, status: undefined })}
      beyond="There are fewer orders than that."
      pages="Pages of the orders"
      page={search.page}
      size={pageSize}
      onPage={(page) => onChange({ page })}
      keyOf={keyOf}
      columns={orderColumns}
      layout={css.row}
      rowHeight={48}
      narrowRowHeight={96}
      renderCells={renderCells}
    />
  )
}

const keyOf = (order: LicenseOrder) => String(order.id)

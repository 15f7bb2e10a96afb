import type { LicenseOrder } from '@portal/domain/licenses/licenses.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useCallback } from 'react'
import { supportIdOf } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { pageRange } from '../ui/page-range.ts'
import { Pager } from '../ui/Pager.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VirtualRows } from '../ui/VirtualRows.tsx'
import css from './AllOrders.module.css'
import { pageSize, type Counted } from './licenses.api.ts'
import type { LicensesSearch } from './licenses-search.ts'
import type { ChangeLicenses } from './LicensesScreen.tsx'
import { OrderCells, orderColumns } from './OrderCells.tsx'

interface OrderListProps {
  list: UseQueryResult<Counted<LicenseOrder>>
  search: Pick<LicensesSearch, 'q' | 'status' | 'page'>
  onChange: ChangeLicenses
  onEdit: (id: number) => void
  onDelete: (id: number) => void
  onNew: () => void
}

/** The orders in whatever state their list is: on its way, failed, empty, filtered to nothing, or there. */
export function OrderList({ list, search, onChange, onEdit, onDelete, onNew }: OrderListProps) {
  const { data } = list
  const page = Number(search.page ?? 1)
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
  if (list.isPending)
    return (
      <Card flush>
        <Skeleton lines={10} lineHeight={48} label="Loading licenses" />
      </Card>
    )
  // What came before the failure belongs to other filters: it must not stand for these.
  if (!data || (list.isError && list.isPlaceholderData))
    return (
      <Card flush>
        <ErrorState
          text="Failed to load licenses."
          supportId={supportIdOf(list.error)}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </Card>
    )
  if (data.rows.length === 0)
    return (
      <Card flush>
        <EmptyState
          icon={<KeyRound size={24} aria-hidden />}
          text="No Licenses Found."
          {...wayOut(search, onChange, onNew)}
        />
      </Card>
    )
  const isLast = data.isMore ? data.rows.length < pageSize : page * pageSize >= data.count
  return (
    <>
      <VirtualRows
        label="License orders"
        rows={data.rows}
        keyOf={keyOf}
        columns={orderColumns}
        layout={css.row}
        rowHeight={48}
        narrowRowHeight={96}
        renderCells={renderCells}
      />
      {(page > 1 || !isLast) && (
        <Pager
          label="Pages of the orders"
          range={pageRange(page, pageSize, data.rows.length)}
          page={page}
          isLast={isLast}
          busy={list.isPlaceholderData}
          onPage={(next) => onChange({ page: next > 1 ? String(next) : undefined })}
        />
      )}
    </>
  )
}

const keyOf = (order: LicenseOrder) => String(order.id)

function wayOut(search: OrderListProps['search'], onChange: ChangeLicenses, onNew: () => void) {
  if (search.q || search.status)
    return {
      note: 'No order matches the search and the filter.',
      action: (
        <Button onClick={() => onChange({ q: undefined, status: undefined })}>Clear filters</Button>
      ),
    }
  if (search.page)
    return {
      note: 'There are fewer orders than that.',
      action: <Button onClick={() => onChange({ page: undefined })}>First page</Button>,
    }
  return {
    note: 'Orders that are saved or submitted are listed here.',
    action: (
      <Button tone="primary" onClick={onNew}>
        Add Item
      </Button>
    ),
  }
}

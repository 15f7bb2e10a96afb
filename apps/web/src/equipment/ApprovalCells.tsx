import type { EquipmentRow } from '@portal/domain/equipment/equipment.schema'
import { formatDay } from '@portal/domain/kernel/day'
import { toCents } from '@portal/domain/kernel/money'
import type { MouseEvent } from 'react'
import { Money } from '../ui/Money.tsx'
import css from './ApprovalRows.module.css'
import { StatusBadge } from './StatusBadge.tsx'

export const approvalColumns = [
  { id: 'date', header: 'Order date', sorted: 'descending' },
  { id: 'request', header: 'Request ID' },
  { id: 'orderedBy', header: 'Ordered by' },
  { id: 'items', header: 'Items', align: 'end' },
  { id: 'total', header: 'Total', align: 'end' },
  { id: 'status', header: 'Status' },
] as const

interface ApprovalCellsProps {
  request: EquipmentRow
  onOpen: (id: string) => void
}

export function ApprovalCells({ request, onOpen }: ApprovalCellsProps) {
  const { equipmentRequestId: id, orderDate, orderedBy, lineItems, total } = request
  // In a tab of its own the link leads to the request's page; here it opens beside the list.
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <>
      <span role="gridcell" className={css.date}>
        {formatDay(orderDate)}
      </span>
      <span role="gridcell" className={css.request}>
        <a href={`/erf/detail/${encodeURIComponent(id)}`} data-opens tabIndex={-1} onClick={open}>
          {id}
        </a>
      </span>
      <span role="gridcell" className={css.orderedBy}>
        {orderedBy || '–'}
      </span>
      <span role="gridcell" className={css.items}>
        {lineItems.lineItemCount.toLocaleString('en-US')}
        <span className={css.unit}>{lineItems.lineItemCount === 1 ? ' item' : ' items'}</span>
      </span>
      <span role="gridcell" className={css.total}>
        <Money cents={toCents(total, 'USD')} currency="USD" />
      </span>
      <span role="gridcell" className={css.status}>
        <StatusBadge status={request.externalOrderStatus} />
      </span>
    </>
  )
}

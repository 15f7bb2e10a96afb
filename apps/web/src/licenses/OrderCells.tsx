import type { LicenseOrder } from '@portal/domain/licenses/licenses.schema'
import { itemCount } from '@portal/domain/licenses/line-items'
import { PencilLine, Trash2 } from 'lucide-react'
import { formatInstant, formatInstantDay } from '../kernel/instant.ts'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import css from './AllOrders.module.css'

export const orderColumns = [
  { id: 'created', header: 'Created', sorted: 'descending' },
  { id: 'requestor', header: 'Requestor' },
  { id: 'id', header: 'Id' },
  { id: 'status', header: 'Status' },
  { id: 'count', header: 'Items' },
  { id: 'notes', header: 'Notes' },
  { id: 'actions', header: <span className="sr-only">Actions</span> },
] as const

interface OrderCellsProps {
  order: LicenseOrder
  onOpen: () => void
  onEdit: (id: number) => void
  onDelete: (id: number) => void
}

export function OrderCells({ order, onOpen, onEdit, onDelete }: OrderCellsProps) {
  const { id, createdDate, requestorName, status, lineItemCount, notes } = order
  return (
    <>
      <span role="gridcell" className={css.created}>
        <time dateTime={createdDate} title={formatInstant(createdDate)}>
          {formatInstantDay(createdDate)}
        </time>
      </span>
      <span role="gridcell" className={css.requestor}>
        {requestorName}
      </span>
      <span role="gridcell" className={css.id}>
        <button type="button" className={css.open} data-opens tabIndex={-1} onClick={onOpen}>
          #{id}
        </button>
      </span>
      <span role="gridcell" className={css.status}>
        <Badge tone={status === 'Draft' ? 'warn' : 'ok'}>{status}</Badge>
      </span>
      <span role="gridcell" className={css.count}>
        {lineItemCount}
        <span className={css.noun}>{itemCount(lineItemCount).replace(/^\S+/, '')}</span>
      </span>
      <span role="gridcell" className={css.notes} title={notes}>
        {notes.replaceAll('\n', ' · ')}
      </span>
      <span role="gridcell" className={css.actions}>
        {status === 'Draft' && (
          <>
            <IconButton label={`Edit draft #${id}`} tabIndex={-1} onClick={() => onEdit(id)}>
              <PencilLine size={15} aria-hidden />
            </IconButton>
            <IconButton label={`Delete draft #${id}`} tabIndex={-1} onClick={() => onDelete(id)}>
              <Trash2 size={15} aria-hidden />
            </IconButton>
          </>
        )}
      </span>
    </>
  )
}

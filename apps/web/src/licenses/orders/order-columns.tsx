import type { LicenseOrder } from '@portal/domain/licenses/licenses.schema'
import { itemCount } from '@portal/domain/licenses/line-items'
import { PencilLine, Trash2 } from 'lucide-react'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Instant } from '../../ui/Instant.tsx'
import { defineList } from '../../ui/lists/list-columns.ts'
import { Row } from '../../ui/parts.tsx'
import { OnCard, RowButton } from '../../ui/lists/RowLink.tsx'
import css from './AllOrders.module.css'
import { namesText, standingTone } from '../order-words.ts'
import parts from '../Parts.module.css'

interface OrderActions {
  open: (id: number) => void
  edit: (id: number) => void
  remove: (id: number) => void
}

export const orderList = defineList<LicenseOrder, OrderActions>({
  label: 'License orders',
  opens: ({ id }) => String(id),
  rowHeight: 44,
  sorted: { column: 'created', direction: 'descending' },
  compact: {
    tracks: '50px 84px minmax(90px, 1fr) 88px 40px minmax(120px, 1.6fr) minmax(120px, 1.6fr) 68px',
    lines: ['id created requestor status count products notes actions'],
    height: 44,
  },
  card: {
    // The details of the order, one tap away, offer Edit and Delete.
    tracks: 'minmax(0, 1fr) auto',
    lines: ['id status', 'requestor created'],
    end: ['status', 'created'],
    height: 60,
  },
  columns: [
    {
      id: 'id',
      header: 'Id',
      width: '76px',
      look: 'quiet',
      cell: ({ id, lineItemCount }, { open }) => (
        <span className={css.id}>
          <RowButton onOpen={() => open(id)}>{orderNumber(id)}</RowButton>
          <OnCard>{` · ${itemCount(lineItemCount)}`}</OnCard>
        </span>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      width: '104px',
      look: 'quiet',
      cell: ({ createdDate }) => <Instant at={createdDate} to="day" />,
    },
    {
      id: 'requestor',
      header: 'Requestor',
      width: 'minmax(110px, 1fr)',
      cell: ({ requestorName, notes, productNames, lineItemCount }) => (
        <span className={`${parts.cardLine} ${css.requestor}`}>
          {lineItemCount > 0 && <OnCard>{`${namesText(productNames)} · `}</OnCard>}
          {requestorName}
          <OnCard>{notes && ` · ${onOneLine(notes)}`}</OnCard>
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: '104px',
      look: 'quiet',
      cell: (order) => {
        const standing = isWithdrawn(order) ? 'Withdrawn' : order.status
        return <Badge tone={standingTone(standing)}>{standing}</Badge>
      },
    },
    {
      id: 'count',
      header: 'Items',
      width: '62px',
      look: 'quiet',
      cell: ({ lineItemCount }) => lineItemCount,
    },
    {
      id: 'products',
      header: 'Products',
      width: 'minmax(140px, 2fr)',
      cell: ({ productNames }) => (
        <span className={css.notes} title={productNames.join(', ')}>
          {namesText(productNames)}
        </span>
      ),
    },
    {
      id: 'notes',
      header: 'Notes',
      width: 'minmax(110px, 1.5fr)',
      look: 'quiet',
      cell: ({ notes }) => (
        <span className={css.notes} title={notes}>
          {onOneLine(notes)}
        </span>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      width: '84px',
      cell: ({ id, status }, { edit, remove }) =>
        status === 'Draft' && (
          <Row as="span" gap={1} align="stretch" justify="end">
            <IconButton
              label={`Edit draft #${orderNumber(id)}`}
              tabIndex={-1}
              onClick={() => edit(id)}
            >
              <PencilLine size={15} aria-hidden />
            </IconButton>
            <IconButton
              label={`Delete draft #${orderNumber(id)}`}
              tabIndex={-1}
              onClick={() => remove(id)}
            >
              <Trash2 size={15} aria-hidden />
            </IconButton>
          </Row>
        ),
    },
  ],
})

/** The order has no remaining items, whatever its status at the provider. */
const isWithdrawn = ({ lineItemCount, withdrawnCount }: LicenseOrder) =>
  withdrawnCount > 0 && withdrawnCount === lineItemCount

/** The notes without line breaks. */
const onOneLine = (notes: string) => notes.replaceAll('\n', ' ')

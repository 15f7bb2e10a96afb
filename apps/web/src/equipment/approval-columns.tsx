import type { EquipmentRow } from '@portal/domain/equipment/equipment.schema'
import { formatDay } from '@portal/domain/kernel/day'
import { toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { Badge } from '../ui/Badge.tsx'
import { defineList } from '../ui/lists/list-columns.ts'
import { Money } from '../ui/Money.tsx'
import { OnCard, RowLink } from '../ui/lists/RowLink.tsx'
import { Text } from '../ui/parts.tsx'
import css from './ApprovalsScreen.module.css'
import { statusStyles } from './status-styles.ts'

/** The equipment requests. `Actions` opens one beside the list, by its id. */
export const approvalList = defineList<EquipmentRow, (id: string) => void>({
  label: 'Requests',
  opens: ({ equipmentRequestId }) => equipmentRequestId,
  rowHeight: 44,
  sorted: { column: 'date', direction: 'descending' },
  compact: {
    tracks: '94px minmax(100px, 1.4fr) minmax(84px, 1.2fr) 44px minmax(108px, 1fr) 226px',
    lines: ['date request orderedBy items total status'],
    height: 44,
  },
  card: {
    // The status may be wider than the total without shrinking the first line.
    tracks: 'minmax(0, 1fr) auto auto',
    lines: ['request request total', 'date status status'],
    end: ['status'],
    height: 60,
  },
  columns: [
    {
      id: 'date',
      header: 'Order date',
      width: '104px',
      look: 'quiet',
      cell: ({ orderDate, lineItems: { lineItemCount: count } }) => (
        <>
          <time dateTime={orderDate}>{formatDay(orderDate)}</time>
          <OnCard>{` ·\u00a0${plural(count, 'item').replace(' ', '\u00a0')}`}</OnCard>
        </>
      ),
    },
    {
      id: 'request',
      header: 'Request ID',
      width: 'minmax(150px, 1.4fr)',
      // In a new browser tab the link opens the request's page; here the request opens beside the list.
      cell: ({ equipmentRequestId: id, orderedBy }, onOpen) => (
        <>
          <RowLink path={`/erf/detail/${encodeURIComponent(id)}`} onOpen={() => onOpen(id)}>
            {id}
          </RowLink>
          <Text as="bdi" size={2} tone="faint" className={css.person}>
            <OnCard>{orderedBy}</OnCard>
          </Text>
        </>
      ),
    },
    {
      id: 'orderedBy',
      header: 'Ordered by',
      width: 'minmax(120px, 1.2fr)',
      look: 'quiet',
      cell: ({ orderedBy }) => orderedBy || '–',
    },
    {
      id: 'items',
      header: 'Items',
      width: '64px',
      align: 'end',
      look: 'quiet',
      cell: ({ lineItems: { lineItemCount: count } }) => count.toLocaleString('en-US'),
    },
    {
      id: 'total',
      header: 'Total',
      width: 'minmax(130px, 1fr)',
      align: 'end',
      look: 'strong',
      cell: ({ total }) => <Money cents={toCents(total, 'USD')} currency="USD" />,
    },
    {
      id: 'status',
      header: 'Status',
      width: '226px',
      cell: ({ externalOrderStatus: status }) => {
        const { tone, icon: Icon } = statusStyles[status]
        return (
          <Badge tone={tone}>
            <span className={css.status}>
              <Icon size={13} aria-hidden />
              {status}
            </span>
          </Badge>
        )
      },
    },
  ],
})

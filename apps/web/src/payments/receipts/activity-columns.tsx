import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import { FileText } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Instant } from '../../ui/Instant.tsx'
import { defineList } from '../../ui/lists/list-columns.ts'
import { entryTone, receiptOf } from './payment-history-page.ts'

/** All activity of payments and cards. `Actions` downloads the receipt of a payment, by its id. */
export const activityList = defineList<PaymentHistoryEntry, (paymentId: string) => void>({
  label: 'Payment history',
  rowHeight: 44,
  sorted: { column: 'created', direction: 'descending' },
  compact: {
    tracks: '146px 112px minmax(140px, 3fr) minmax(76px, 1fr) 104px 90px',
    lines: ['created type description user ip receipt'],
    height: 44,
  },
  card: {
    tracks: 'minmax(0, 1fr) auto',
    lines: ['type created', 'description description', 'user receipt', 'ip receipt'],
    end: ['created'],
    height: 112,
  },
  columns: [
    {
      id: 'created',
      header: 'Date and time',
      width: '162px',
      look: 'quiet',
      cell: ({ createdDate }) => <Instant at={createdDate} />,
    },
    {
      id: 'type',
      header: 'Entry type',
      width: '138px',
      cell: ({ entryType }) => <Badge tone={entryTone(entryType)}>{entryType}</Badge>,
    },
    {
      id: 'description',
      header: 'Description',
      width: 'minmax(180px, 3fr)',
      cell: ({ description }) => description,
    },
    {
      id: 'user',
      header: 'User',
      width: 'minmax(96px, 1fr)',
      look: 'quiet',
      cell: ({ userName }) => userName,
    },
    {
      id: 'ip',
      header: 'IP address',
      width: '112px',
      look: 'quiet',
      cell: ({ ipAddress }) => ipAddress,
    },
    {
      id: 'receipt',
      header: 'Receipt',
      isScreenOnly: true,
      width: '96px',
      align: 'end',
      cell: (entry, onReceipt) => {
        const paymentId = receiptOf(entry)
        if (paymentId === undefined) return null
        return (
          <Button
            tone="quiet"
            size="small"
            tabIndex={-1}
            data-opens
            icon={<FileText size={14} aria-hidden />}
            aria-label={`Receipt: ${entry.description}`}
            onClick={() => onReceipt(paymentId)}
          >
            Receipt
          </Button>
        )
      },
    },
  ],
})

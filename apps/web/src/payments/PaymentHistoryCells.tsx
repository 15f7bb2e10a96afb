import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import { FileText } from 'lucide-react'
import { formatInstant } from '../kernel/instant.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { entryTone, receiptOf } from './payment-history-page.ts'
import css from './PaymentHistoryPanel.module.css'

export const historyColumns = [
  { id: 'created', header: 'Date and time', sorted: 'descending' },
  { id: 'type', header: 'Entry type' },
  { id: 'description', header: 'Description' },
  { id: 'user', header: 'User' },
  { id: 'ip', header: 'IP address' },
  { id: 'receipt', header: 'Receipt' },
] as const

interface PaymentHistoryCellsProps {
  entry: PaymentHistoryEntry
  onReceipt: (paymentId: string) => void
}

export function PaymentHistoryCells({ entry, onReceipt }: PaymentHistoryCellsProps) {
  const paymentId = receiptOf(entry)
  return (
    <>
      <span role="gridcell" className={css.created}>
        <time dateTime={entry.createdDate}>{formatInstant(entry.createdDate)}</time>
      </span>
      <span role="gridcell" className={css.type}>
        <Badge tone={entryTone(entry.entryType)}>{entry.entryType}</Badge>
      </span>
      <span role="gridcell" className={css.description}>
        {entry.description}
      </span>
      <span role="gridcell" className={css.user}>
        {entry.userName}
      </span>
      <span role="gridcell" className={css.ip}>
        {entry.ipAddress}
      </span>
      <span role="gridcell" className={css.receipt}>
        {paymentId !== undefined && (
          <Button
            size="small"
            tabIndex={-1}
            data-opens
            icon={<FileText size={14} aria-hidden />}
            aria-label={`Receipt: ${entry.description}`}
            onClick={() => onReceipt(paymentId)}
          >
            Receipt
          </Button>
        )}
      </span>
    </>
  )
}

import { toCents } from '@portal/domain/kernel/money'
import { cardName } from '@portal/domain/payments/card-name'
import type { PaymentEntry } from '@portal/domain/payments/payment-list.schema'
import { paymentStatuses, type PaymentStatus } from '@portal/domain/payments/payment-status'
import { FileText } from 'lucide-react'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Instant } from '../ui/Instant.tsx'
import { defineList, type Column } from '../ui/list-columns.ts'
import { Money } from '../ui/Money.tsx'
import { RowLink } from '../ui/RowLink.tsx'

const tones: Partial<Record<PaymentStatus, BadgeTone>> = {
  waiting: 'warn',
  failed: 'warn',
  disputed: 'danger',
  chargedBack: 'danger',
}

export const paymentTone = (status: PaymentStatus): BadgeTone => tones[status] ?? 'neutral'

/** Downloads the receipt of a payment, by its id. */
type OnReceipt = (paymentId: string) => void
type PaymentColumn = Column<PaymentEntry, OnReceipt>

const invoice: PaymentColumn = {
  id: 'invoice',
  header: 'Invoice',
  width: 'minmax(120px, 1fr)',
  look: 'strong',
  cell: ({ invoiceNumber }) => (
    <RowLink path={`/invoices/detail/${encodeURIComponent(invoiceNumber)}`}>
      {invoiceNumber}
    </RowLink>
  ),
}

const date: PaymentColumn = {
  id: 'date',
  header: 'Date',
  width: '168px',
  look: 'quiet',
  cell: (entry) => (
    <>
      <Instant at={entry.date} />
      <small>{entry.paidBy}</small>
    </>
  ),
}

const others: PaymentColumn[] = [
  {
    id: 'card',
    header: 'Card',
    width: 'minmax(130px, 1fr)',
    look: 'quiet',
    cell: ({ card }) => (card ? cardName(card) : '–'),
  },
  {
    id: 'status',
    header: 'Status',
    width: 'minmax(150px, 1.6fr)',
    cell: ({ status, message }) => (
      <>
        <Badge tone={paymentTone(status)}>{paymentStatuses[status]}</Badge>
        {message && <small>{message}</small>}
      </>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 'minmax(130px, 1fr)',
    align: 'end',
    cell: ({ amount, refunded, currencyIsoCode: currency }) => (
      <>
        <Money cents={toCents(amount, currency)} currency={currency} />
        {refunded > 0 && (
          <small>
            Returned <Money cents={toCents(refunded, currency)} currency={currency} />
          </small>
        )}
      </>
    ),
  },
  {
    id: 'receipt',
    header: 'Receipt',
    isControl: true,
    width: '100px',
    align: 'end',
    cell: (entry, onReceipt) =>
      entry.hasReceipt && (
        <Button
          size="small"
          tabIndex={-1}
          icon={<FileText size={14} aria-hidden />}
          aria-label={`Receipt of the payment of ${entry.invoiceNumber}`}
          onClick={() => onReceipt(entry.id)}
        >
          Receipt
        </Button>
      ),
  },
]

export const paymentList = defineList<PaymentEntry, OnReceipt>({
  label: 'Payments',
  opens: ({ id }) => id,
  rowHeight: 44,
  sorted: { column: 'date', direction: 'descending' },
  compact: {
    tracks:
      '150px minmax(100px, 1fr) minmax(104px, 1fr) minmax(130px, 1.6fr) minmax(112px, 1fr) 90px',
    lines: ['date invoice card status amount receipt'],
    height: 44,
  },
  card: {
    tracks: 'minmax(0, 1fr) fit-content(60%)',
    lines: ['invoice amount', 'card status', 'date receipt'],
    end: ['status'],
    height: 118,
  },
  columns: [date, invoice, ...others],
})

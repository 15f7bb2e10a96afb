import { toCents } from '@portal/domain/kernel/money'
import { cardName } from '@portal/domain/payments/card-name'
import type { PaymentEntry } from '@portal/domain/payments/payment-list.schema'
import { paymentStatuses, type PaymentStatus } from '@portal/domain/payments/payment-status'
import { FileText } from 'lucide-react'
import { formatInstant } from '../kernel/instant.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Money } from '../ui/Money.tsx'
import { RowLink } from '../ui/RowLink.tsx'
import css from './PaymentList.module.css'

export const paymentColumns = [
  { id: 'date', header: 'Date', sorted: 'descending' },
  { id: 'invoice', header: 'Invoice' },
  { id: 'card', header: 'Card' },
  { id: 'status', header: 'Status' },
  { id: 'amount', header: 'Amount', align: 'end' },
  { id: 'receipt', header: 'Receipt' },
] as const

const tones: Partial<Record<PaymentStatus, BadgeTone>> = {
  paid: 'ok',
  waiting: 'warn',
  failed: 'warn',
  disputed: 'danger',
  chargedBack: 'danger',
}

export const paymentTone = (status: PaymentStatus): BadgeTone => tones[status] ?? 'neutral'

interface PaymentCellsProps {
  entry: PaymentEntry
  onReceipt: (paymentId: string) => void
}

/** One payment: when, for which invoice, with which card, how it stands and how much. */
export function PaymentCells({ entry, onReceipt }: PaymentCellsProps) {
  const { invoiceNumber, card, status, message, paidBy, currencyIsoCode: currency } = entry
  return (
    <>
      <span role="gridcell" className={css.date}>
        <time dateTime={entry.date}>{formatInstant(entry.date)}</time>
        <small>{paidBy}</small>
      </span>
      <span role="gridcell" className={css.invoice}>
        <RowLink path={`/invoices/detail/${encodeURIComponent(invoiceNumber)}`}>
          {invoiceNumber}
        </RowLink>
      </span>
      <span role="gridcell" className={css.card}>
        {card ? cardName(card) : '–'}
      </span>
      <span role="gridcell" className={css.status}>
        <Badge tone={paymentTone(status)}>{paymentStatuses[status]}</Badge>
        {message && <small>{message}</small>}
      </span>
      <span role="gridcell" className={css.amount}>
        <Money cents={toCents(entry.amount, currency)} currency={currency} />
        {entry.refunded > 0 && (
          <small>
            Returned <Money cents={toCents(entry.refunded, currency)} currency={currency} />
          </small>
        )}
      </span>
      <span role="gridcell" className={css.receipt}>
        {entry.hasReceipt && <ReceiptButton entry={entry} onReceipt={onReceipt} />}
      </span>
    </>
  )
}

function ReceiptButton({ entry, onReceipt }: PaymentCellsProps) {
  return (
    <Button
      size="small"
      tabIndex={-1}
      icon={<FileText size={14} aria-hidden />}
      aria-label={`Receipt of the payment of ${entry.invoiceNumber}`}
      onClick={() => onReceipt(entry.id)}
    >
      Receipt
    </Button>
  )
}

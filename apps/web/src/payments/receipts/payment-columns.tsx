import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { brandName, cardName } from '@portal/domain/payments/card-name'
import type { PaymentEntry } from '@portal/domain/payments/payment-list.schema'
import { paymentStatuses, type PaymentStatus } from '@portal/domain/payments/payment-status'
import { Ellipsis, FileText, Send } from 'lucide-react'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Instant } from '../../ui/Instant.tsx'
import { defineList, type Column } from '../../ui/lists/list-columns.ts'
import { Money } from '../../ui/Money.tsx'
import { Muted } from '../../ui/parts.tsx'
import css from './payment-columns.module.css'
import { OnCard, RowLink } from '../../ui/lists/RowLink.tsx'

const tones: Partial<Record<PaymentStatus, BadgeTone>> = {
  waiting: 'warn',
  failed: 'danger',
  disputed: 'danger',
  chargedBack: 'danger',
}

export const paymentTone = (status: PaymentStatus): BadgeTone => tones[status] ?? 'neutral'

interface ReceiptActions {
  download: (paymentId: string) => void
  send: (payment: PaymentEntry) => void
  /** Opens the menu with both, on phones. */
  open: (menu: OpenReceipt) => void
}

export interface OpenReceipt {
  payment: PaymentEntry
  anchor: HTMLElement
}
type PaymentColumn = Column<PaymentEntry, ReceiptActions>

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
      <small className={css.payer}>by {isolated(entry.paidBy)}</small>
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
    cell: ({ status, message, card }) => (
      <>
        <Muted className={css.standing}>
          <Badge tone={paymentTone(status)}>{paymentStatuses[status]}</Badge>
          {card && <OnCard orCompact>{` · ${brandName(card.brand)} ${card.last4Digits}`}</OnCard>}
        </Muted>
        {message && (
          <small className={status === 'failed' ? css.reason : undefined}>{message}</small>
        )}
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
          <small>Returned {formatMoney(toCents(refunded, currency), currency)}</small>
        )}
      </>
    ),
  },
  {
    id: 'receipt',
    header: 'Receipt',
    isScreenOnly: true,
    width: '138px',
    align: 'end',
    cell: (entry, { download, send, open }) =>
      entry.hasReceipt && (
        <span className={css.receipt}>
          <Button
            tone="quiet"
            size="small"
            tabIndex={-1}
            icon={<FileText size={14} aria-hidden />}
            aria-label={`Receipt of the payment of ${entry.invoiceNumber}`}
            onClick={() => download(entry.id)}
          >
            Receipt
          </Button>
          <IconButton
            label={`Send by email, ${entry.invoiceNumber}`}
            tabIndex={-1}
            onClick={() => send(entry)}
          >
            <Send size={15} aria-hidden />
          </IconButton>
          <IconButton
            label={`Receipt of ${entry.invoiceNumber}: more actions`}
            tabIndex={-1}
            aria-haspopup="menu"
            onClick={(event) => open({ payment: entry, anchor: event.currentTarget })}
          >
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        </span>
      ),
  },
]

export const paymentList = defineList<PaymentEntry, ReceiptActions>({
  label: 'Payments',
  opens: ({ id }) => id,
  rowHeight: 44,
  sorted: { column: 'date', direction: 'descending' },
  compact: {
    tracks: '150px minmax(96px, 1fr) minmax(200px, 2fr) minmax(110px, 1fr) 134px',
    lines: ['date invoice status amount receipt'],
    height: 44,
  },
  card: {
    tracks: 'minmax(0, 1fr) auto 44px',
    lines: ['invoice amount receipt', 'status amount receipt', 'date date receipt'],
    isTop: true,
    height: 76,
  },
  columns: [date, invoice, ...others],
})

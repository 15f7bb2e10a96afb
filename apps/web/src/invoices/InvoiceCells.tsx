import { formatDay } from '@portal/domain/kernel/day'
import { pendingText, statusText, type InvoiceStatus } from '@portal/domain/invoices/status'
import { Ellipsis } from 'lucide-react'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Money } from '../ui/Money.tsx'
import { RowLink } from '../ui/RowLink.tsx'
import type { OpenDownloads } from './DownloadMenu.tsx'
import { customerText, overdueText, periodText, type InvoiceRow } from './invoice-row.ts'
import css from './InvoiceRows.module.css'

export const invoiceColumns = [
  { id: 'invoice', header: 'Invoice' },
  { id: 'period', header: 'Service period' },
  { id: 'type', header: 'Type' },
  { id: 'due', header: 'Due date' },
  { id: 'status', header: 'Status' },
  { id: 'amount', header: 'Amount', align: 'end' },
  { id: 'balance', header: 'Balance due', align: 'end' },
  { id: 'menu', header: <span className="sr-only">Downloads</span> },
] as const

const statusTones: Record<InvoiceStatus, BadgeTone> = {
  Open: 'warn',
  Closed: 'ok',
  Credit: 'accent',
}

/** What is paid or being confirmed asks for nothing, so it does not look as if it did. */
export const statusTone = ({ status, isPending }: InvoiceRow): BadgeTone =>
  isPending ? 'neutral' : statusTones[status]

// The same one for all rows, so that it is drawn once for each and never again.
const more = <Ellipsis size={16} aria-hidden />

interface InvoiceCellsProps {
  row: InvoiceRow
  onDownloads: (open: OpenDownloads) => void
}

/** One invoice in the list; the cells find their place on a wide screen and on a phone by their class. */
export function InvoiceCells({ row, onDownloads }: InvoiceCellsProps) {
  return (
    <>
      <span role="gridcell" className={css.invoice}>
        <RowLink path={`/invoices/detail/${encodeURIComponent(row.invoiceNumber)}`}>
          {row.invoiceNumber}
        </RowLink>
        <small>{customerText(row)}</small>
      </span>
      <span role="gridcell" className={css.period}>
        {periodText(row)}
      </span>
      <span role="gridcell" className={css.type}>
        {row.invoiceType}
      </span>
      <span role="gridcell" className={css.due}>
        {row.dueDate ? formatDay(row.dueDate) : '–'}
        {row.overdueDays > 0 && <em>{overdueText(row.overdueDays)}</em>}
      </span>
      <span role="gridcell" className={css.status}>
        <Badge tone={statusTone(row)}>{statusText(row)}</Badge>
        {row.isPending && <small>{pendingText(row)}</small>}
        {row.moneyBackText && <small>{row.moneyBackText}</small>}
      </span>
      <span role="gridcell" className={css.amount}>
        <Money cents={row.amountCents} currency={row.currencyIsoCode} />
      </span>
      <span role="gridcell" className={css.balance} data-due={row.balanceDueCents !== 0}>
        <Money cents={row.balanceDueCents} currency={row.currencyIsoCode} />
      </span>
      <span role="gridcell" className={css.menu}>
        <IconButton
          label={`Downloads of ${row.invoiceNumber}`}
          tabIndex={-1}
          aria-haspopup="menu"
          onClick={(event) => onDownloads({ invoice: row, anchor: event.currentTarget })}
        >
          {more}
        </IconButton>
      </span>
    </>
  )
}

import { pendingText, statusText } from '@portal/domain/invoices/status'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatDay } from '@portal/domain/kernel/day'
import { decimalString, formatMoney } from '@portal/domain/kernel/money'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { defineList, selectable } from '../ui/lists/list-columns.ts'
import { isLong, Money } from '../ui/Money.tsx'
import { OnCard, RowLink } from '../ui/lists/RowLink.tsx'
import type { OpenDownloads } from './DownloadMenu.tsx'
import { periodText, type InvoiceRow } from './invoice-row.ts'
import css from './InvoiceList.module.css'
import { InvoiceStanding } from './InvoiceStanding.tsx'

// One element for all rows, so that React renders it once.
const more = <Ellipsis size={16} aria-hidden />

export interface InvoiceCells {
  /** Opens the download menu of a row. */
  open: (downloads: OpenDownloads) => void
  /** By how much an invoice differs from the one it continues; requested by the row. */
  change: (row: InvoiceRow) => ReactNode
  /** The name of the company, which a narrow list does not repeat in each row. */
  ownName: string
}

const amountText = ({ amountCents, currencyIsoCode }: InvoiceRow) =>
  formatMoney(amountCents, currencyIsoCode).replace('\u00a0', ' ')

export const invoiceList = defineList<InvoiceRow, InvoiceCells>({
  label: 'Invoices',
  opens: ({ id }) => id,
  rowHeight: 44,
  compact: {
    tracks: 'minmax(170px, 3fr) 80px 134px minmax(126px, 0.6fr) minmax(132px, 0.6fr) 32px',
    lines: ['invoice due status amount balance menu'],
    height: 44,
  },
  card: {
    tracks: 'minmax(0, 1fr) auto 44px',
    lines: ['invoice balance menu', 'invoice status menu'],
    end: ['status'],
    height: 60,
  },
  columns: [
    {
      id: 'invoice',
      header: 'Invoice',
      width: 'minmax(180px, 2fr)',
      isSortable: true,
      sortedWords: { ascending: 'oldest first', descending: 'newest first' },
      cell: (row, { ownName }) => (
        <>
          <RowLink path={`/invoices/detail/${encodeURIComponent(row.invoiceNumber)}`}>
            {row.invoiceNumber}
          </RowLink>
          {/* The customer number is never cut off, so it comes first. */}
          <small className={css.customer}>
            {isolated(row.customerNumber)}
            {row.invoiceType && <OnCard orCompact>{` · ${isolated(row.invoiceType)}`}</OnCard>}
            {row.name && (
              <span className={row.name === ownName ? css.own : undefined}>
                {` · ${isolated(row.name)}`}
              </span>
            )}
          </small>
        </>
      ),
      file: {
        'Invoice Number': (row) => row.invoiceNumber,
        Name: (row) => row.name,
        'Customer Number': (row) => row.customerNumber,
      },
    },
    {
      id: 'period',
      header: 'Service period',
      width: 'minmax(90px, 0.9fr)',
      look: 'quiet',
      cell: periodText,
      file: { 'Service Period': periodText },
    },
    {
      id: 'type',
      header: 'Type',
      width: 'minmax(90px, 0.9fr)',
      isSortable: true,
      look: 'quiet',
      cell: ({ invoiceType }) => invoiceType,
      file: { Type: (row) => row.invoiceType },
    },
    {
      id: 'due',
      header: 'Due date',
      width: 'minmax(92px, 0.7fr)',
      isSortable: true,
      look: 'quiet',
      cell: ({ dueDate }) => (dueDate ? <time dateTime={dueDate}>{formatDay(dueDate)}</time> : '–'),
      file: {
        Date: (row) => ({ day: row.date }),
        'Due Date': (row) => (row.dueDate ? { day: row.dueDate } : ''),
      },
    },
    {
      id: 'status',
      header: 'Status',
      width: 'minmax(140px, 1fr)',
      cell: (row) => <InvoiceStanding row={row} />,
      file: {
        Status: statusText,
        Pending: (row) => (row.isPending ? pendingText(row).slice(1, -1) : ''),
      },
    },
    {
      id: 'amount',
      header: 'Amount',
      width: 'minmax(126px, 0.9fr)',
      isSortable: true,
      align: 'end',
      look: 'quiet',
      cell: (row) => (
        <span className={css.amount} data-long={isLong(amountText(row))}>
          {amountText(row)}
        </span>
      ),
      file: {
        Currency: (row) => row.currencyIsoCode,
        Amount: (row) => ({ decimal: decimalString(row.amountCents, row.currencyIsoCode) }),
      },
    },
    {
      id: 'change',
      header: 'Change',
      isScreenOnly: true,
      asks: true,
      width: 'minmax(124px, 0.7fr)',
      align: 'end',
      look: 'quiet',
      cell: (row, { change }) => change(row),
    },
    {
      id: 'balance',
      header: 'Balance due',
      width: 'minmax(140px, 1fr)',
      isSortable: true,
      align: 'end',
      cell: (row) => (
        <span className={css.balance} data-due={row.balanceDueCents !== 0}>
          <Money cents={row.balanceDueCents} currency={row.currencyIsoCode} />
        </span>
      ),
      file: {
        'Balance Due': (row) => ({
          decimal: decimalString(row.balanceDueCents, row.currencyIsoCode),
        }),
      },
    },
    {
      id: 'menu',
      header: 'Downloads',
      isHeaderHidden: true,
      width: '32px',
      align: 'center',
      cell: (row, { open }) => (
        <IconButton
          label={`Downloads of ${row.invoiceNumber}`}
          tabIndex={-1}
          aria-haspopup="menu"
          onClick={(event) => open({ invoice: row, anchor: event.currentTarget })}
        >
          {more}
        </IconButton>
      ),
    },
  ],
})

export const selectableInvoices = selectable(invoiceList)

/** The invoice list while a user selects on a phone: the cards have no menu. */
export const selectableCards = selectable(invoiceList, {
  tracks: 'minmax(0, 1fr) auto',
  lines: ['invoice balance', 'invoice status'],
  end: ['status'],
  height: 60,
})

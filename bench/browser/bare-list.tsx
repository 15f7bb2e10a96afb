/** @jsxImportSource react */
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney } from '@portal/domain/kernel/money'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { newestFirst } from '../../apps/web/src/invoices/invoice-filter.ts'
import { invoiceRow, periodText, type InvoiceRow } from '../../apps/web/src/invoices/invoice-row.ts'
import { today } from '../../apps/web/src/kernel/today.ts'

// A minimal page for the same rows: a search field and a virtual list of the same texts.
const rowHeight = 44
// The first amount in a currency is slow to format; the portal has formatted one before its list arrives.
for (const currency of ['USD', 'GBP', 'EUR']) formatMoney(0, currency)

function BareList({ rows }: { rows: InvoiceRow[] }) {
  const [search, setSearch] = useState('')
  const shown = useMemo(
    () =>
      rows.filter((row) =>
        `${row.invoiceNumber}\n${row.name}`.toLowerCase().includes(search.toLowerCase()),
      ),
    [rows, search],
  )
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  return (
    <>
      <input data-search value={search} onChange={({ target }) => setSearch(target.value)} />
      <div role="grid" aria-rowcount={shown.length + 1}>
        <div ref={scroller} className="rows">
          <div className="all" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ key, index, start }) => (
              <div
                key={key}
                role="row"
                data-index={index}
                className="row"
                style={{ transform: `translateY(${start}px)` }}
              >
                {cellsOf(shown[index]).map((text, column) => (
                  <span key={column}>{text}</span>
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
    </>
  )
}

function cellsOf(row: InvoiceRow | undefined): string[] {
  if (!row) return []
  const { dueDate, overdueDays, currencyIsoCode: currency } = row
  return [
    `${row.invoiceNumber} ${row.name} · ${row.customerNumber}`,
    periodText(row),
    row.invoiceType,
    `${dueDate ? formatDay(dueDate) : '–'} ${overdueDays || ''}`,
    `${row.status} ${row.isPending ? '(pending)' : ''}`,
    `${formatMoney(row.amountCents, currency)} ${currency}`,
    `${formatMoney(row.balanceDueCents, currency)} ${currency}`,
  ]
}

async function fetchRows(): Promise<InvoiceRow[]> {
  const day = today()
  const rows: InvoiceRow[] = []
  for (const page of [1, 2]) {
    const response = await fetch(`/invoice?page=${page}`)
    const invoices = (await response.json()) as Invoice[]
    rows.push(...invoices.map((invoice) => invoiceRow(invoice, day)))
  }
  return newestFirst(rows)
}

createRoot(document.getElementById('root')!).render(<BareList rows={await fetchRows()} />)

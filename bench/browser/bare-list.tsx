import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

// The least a page can do with the same rows: a search field and a virtual list of plain text.
const rowHeight = 54

interface Row extends Invoice {
  searchText: string
}

function BareList({ rows }: { rows: Row[] }) {
  const [search, setSearch] = useState('')
  const shown = useMemo(
    () => rows.filter(({ searchText }) => searchText.includes(search.toLowerCase())),
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

function cellsOf(row: Row | undefined): (string | number | null)[] {
  if (!row) return []
  const { invoiceNumber, servicePeriod, invoiceType, dueDate, amount, balanceDue } = row
  return [invoiceNumber, servicePeriod, invoiceType, dueDate, amount, balanceDue]
}

async function fetchRows(): Promise<Row[]> {
  const pages: Invoice[] = []
  for (const page of [1, 2]) {
    const response = await fetch(`/invoice?page=${page}`)
    pages.push(...((await response.json()) as Invoice[]))
  }
  return pages.map((invoice) => {
    const { invoiceNumber, name, invoiceType, customerNumber } = invoice
    const searched = [invoiceNumber, name, invoiceType, customerNumber]
    return { ...invoice, searchText: searched.join('\n').toLowerCase() }
  })
}

createRoot(document.getElementById('root')!).render(<BareList rows={await fetchRows()} />)

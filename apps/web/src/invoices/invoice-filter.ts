import type { Changes } from '../kernel/search-params.ts'
import type { InvoiceRow } from './invoice-row.ts'
import type { InvoiceListSearch } from './invoice-search.ts'

type Filters = Changes<Pick<InvoiceListSearch, 'q' | 'status' | 'type' | 'sort'>>

export const statusChoices = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'credit', label: 'Credit' },
] as const

export const sortChoices = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'due', label: 'Due first' },
  { value: 'balance', label: 'Largest balance' },
] as const

/** The rows the filters leave, in the wanted order. */
export function shownInvoices(rows: readonly InvoiceRow[], filters: Filters): InvoiceRow[] {
  const { status = 'all', sort = 'newest' } = filters
  const wanted = filters.q?.trim().toLowerCase() ?? ''
  const shown = rows.filter(
    (row) =>
      (status === 'all' || row.status.toLowerCase() === status) &&
      (!filters.type || row.invoiceType === filters.type) &&
      row.searchText.includes(wanted),
  )
  // Rows come newest first; only another order costs a sort.
  return sort === 'newest' ? shown : shown.sort(orders[sort])
}

const orders: Record<
  Exclude<InvoiceListSearch['sort'], 'newest'>,
  (a: InvoiceRow, b: InvoiceRow) => number
> = {
  oldest: (a, b) => a.date.localeCompare(b.date),
  // Nothing due comes last: what has to be paid first is what this order is for.
  due: (a, b) => dueKey(a).localeCompare(dueKey(b)),
  // By the number on the screen: minor units of two currencies do not compare.
  balance: (a, b) => b.balanceDue - a.balanceDue,
}

function dueKey(row: InvoiceRow): string {
  return row.balanceDueCents > 0 && row.dueDate ? row.dueDate : '9999'
}

/** Newest first; invoices of one day keep the order they came in. */
export function newestFirst(rows: readonly InvoiceRow[]): InvoiceRow[] {
  return rows.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
}

/** The types found in the data, for the Type filter. */
export function typesOf(rows: readonly InvoiceRow[]): string[] {
  return [...new Set(rows.map((row) => row.invoiceType))]
    .filter((type) => type !== '')
    .toSorted((a, b) => a.localeCompare(b))
}

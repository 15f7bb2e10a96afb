import { isDueWithin } from '@portal/domain/invoices/overdue'
import { monthName, type Day } from '@portal/domain/kernel/day'
import { monthOfInvoice } from '@portal/domain/spend/spend-months'
import { businessToday } from '../api/business-today.ts'
import { readAmount } from '@portal/domain/kernel/read-amount'
import type { Changes } from '../kernel/search-params.ts'
import type { Sorted } from '../ui/lists/list-columns.ts'
import { invoiceFinder } from './find-invoices.ts'
import type { InvoiceRow } from './invoice-row.ts'
import type { InvoiceListSearch } from './invoice-search.ts'

export type InvoiceFilter = Pick<
  InvoiceListSearch,
  'status' | 'type' | 'due' | 'currency' | 'min' | 'max' | 'month' | 'from' | 'to'
>
type Filters = Changes<InvoiceFilter & Pick<InvoiceListSearch, 'q' | 'sort'>>

/** Removes all filters from the address. */
export const noFilter: Changes<InvoiceFilter> = {
  status: undefined,
  type: undefined,
  due: undefined,
  currency: undefined,
  min: undefined,
  max: undefined,
  month: undefined,
  from: undefined,
  to: undefined,
}

export const statusChoices = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'credit', label: 'Credit' },
  { value: 'onHold', label: 'On hold' },
  { value: 'refunded', label: 'Refunded or disputed' },
] as const

export const dueChoices = [
  { value: 'any', label: 'All' },
  { value: 'overdue', label: 'Overdue' },
  { value: '7', label: 'Within 7 days' },
  { value: '14', label: 'Within 14 days' },
  { value: '30', label: 'Within 30 days' },
] as const

/** The rows that match the filters, in the chosen order. A search also reads `more`, texts by id that rows do not show. */
export function shownInvoices(
  rows: readonly InvoiceRow[],
  filters: Filters,
  more?: ReadonlyMap<string, string>,
): InvoiceRow[] {
  const { status = 'all', sort = 'newest', due = 'any', currency, min, max } = filters
  const { month, from, to } = filters
  const day = businessToday()
  const isFound = invoiceFinder(filters.q ?? '')
  const shown = rows.filter(
    (row) =>
      hasStatus(row, status) &&
      isDue(row, due, day) &&
      (!currency || row.currencyIsoCode === currency) &&
      (min === undefined || row.amount >= Number(min)) &&
      (max === undefined || row.amount <= Number(max)) &&
      (month === undefined || monthOfInvoice(row) === month) &&
      (from === undefined || row.date >= from) &&
      (to === undefined || row.date <= to) &&
      (!filters.type || row.invoiceType === filters.type) &&
      isFound(row, more?.get(row.id)),
  )
  // The rows are already sorted newest first; only another order needs a sort.
  const { compare } = orders[sort]
  return compare ? shown.sort(compare) : shown
}

function hasStatus(row: InvoiceRow, status: InvoiceListSearch['status']): boolean {
  if (status === 'all') return true
  if (status === 'onHold') return row.isOnHold
  if (status === 'refunded') return row.moneyBack !== null
  return row.status.toLowerCase() === status
}

function isDue(row: InvoiceRow, due: InvoiceListSearch['due'], day: Day): boolean {
  if (due === 'any') return true
  return due === 'overdue' ? row.overdueDays > 0 : isDueWithin(row, Number(due), day)
}

/** An entered amount as in the address, or why it is none. */
export function enteredAmount(text: string): { amount?: string; error?: string } {
  if (text.trim() === '') return {}
  const [number = -1, other] = readAmount(text)
  if (other !== undefined) return { error: `Please write ${other} or ${number}.` }
  return number < 0 ? { error: 'Please enter a number, such as 1250.50.' } : { amount: `${number}` }
}

/** `100 – 2500.50`, `from 100` or `up to 2500.50`; empty without a limit. */
export function amountText(min: string | undefined, max: string | undefined): string {
  if (min !== undefined && max !== undefined) return `${min} – ${max}`
  return min !== undefined ? `from ${min}` : max !== undefined ? `up to ${max}` : ''
}

interface Order extends Sorted {
  label: string
  /** Absent for the order of the data. */
  compare?: (a: InvoiceRow, b: InvoiceRow) => number
  /** The month as the heading above the rows of a phone. */
  month?: (row: InvoiceRow) => string
}

/** Two orders for each sortable column; the first press on the header chooses the first. */
export const orders: Record<InvoiceListSearch['sort'], Order> = {
  newest: { label: 'Newest first', column: 'invoice', direction: 'descending', month },
  oldest: {
    label: 'Oldest first',
    column: 'invoice',
    direction: 'ascending',
    compare: (a, b) => a.date.localeCompare(b.date),
    month,
  },
  // Invoices without a due amount come last: this order shows what must be paid first.
  due: {
    label: 'Due first',
    column: 'due',
    direction: 'ascending',
    compare: (a, b) => dueKey(a, '9999').localeCompare(dueKey(b, '9999')),
    month: dueMonth,
  },
  dueLast: {
    label: 'Due last',
    column: 'due',
    direction: 'descending',
    compare: (a, b) => dueKey(b, '').localeCompare(dueKey(a, '')),
    month: dueMonth,
  },
  type: {
    label: 'Type A to Z',
    column: 'type',
    direction: 'ascending',
    compare: (a, b) => a.invoiceType.localeCompare(b.invoiceType),
  },
  typeLast: {
    label: 'Type Z to A',
    column: 'type',
    direction: 'descending',
    compare: (a, b) => b.invoiceType.localeCompare(a.invoiceType),
  },
  // By the displayed number: minor units of two currencies do not compare.
  amount: {
    label: 'Largest amount',
    column: 'amount',
    direction: 'descending',
    compare: (a, b) => b.amount - a.amount,
  },
  amountLow: {
    label: 'Smallest amount',
    column: 'amount',
    direction: 'ascending',
    compare: (a, b) => a.amount - b.amount,
  },
  balance: {
    label: 'Largest balance',
    column: 'balance',
    direction: 'descending',
    compare: (a, b) => b.balanceDue - a.balanceDue,
  },
  balanceLow: {
    label: 'Smallest balance',
    column: 'balance',
    direction: 'ascending',
    compare: (a, b) => a.balanceDue - b.balanceDue,
  },
}

const sorts = Object.keys(orders) as InvoiceListSearch['sort'][]

export const sortChoices = sorts.map((value) => ({ value, label: orders[value].label }))

/** The order after a press on a header: its first one, or the other one if it is sorted by that column. */
export function nextSort(column: string, sort: InvoiceListSearch['sort']) {
  return sorts.find((one) => one !== sort && orders[one].column === column) ?? sort
}

function month({ date }: InvoiceRow) {
  return monthName(date)
}

/** The heading of an invoice in the order of due dates. */
function dueMonth(row: InvoiceRow) {
  const due = dueKey(row, '')
  if (due !== '' && due < businessToday()) return 'Due before today'
  return due === '' ? 'Nothing due' : `Due ${monthName(due)}`
}

/** `none` without a due amount. */
function dueKey(row: InvoiceRow, none: string): string {
  return row.balanceDueCents > 0 && row.dueDate ? row.dueDate : none
}

/** Newest first; invoices of one day keep their order. */
export function newestFirst(rows: readonly InvoiceRow[]): InvoiceRow[] {
  return rows.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
}

export const currenciesOf = (rows: readonly InvoiceRow[]) =>
  [...new Set(rows.map((row) => row.currencyIsoCode))].toSorted()

export function typesOf(rows: readonly InvoiceRow[]): string[] {
  return [...new Set(rows.map((row) => row.invoiceType))]
    .filter((type) => type !== '')
    .toSorted((a, b) => a.localeCompare(b))
}

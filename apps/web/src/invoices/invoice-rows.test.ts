import { cardPaymentRefusal, cardRefusals } from '@portal/domain/invoices/card-payment'
import { pendingText, statusText } from '@portal/domain/invoices/status'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { addDays } from '@portal/domain/kernel/day'
import { expect, test } from 'vitest'
import { listedInvoice } from '../../../../packages/domain/test/invoices.ts'
import { businessToday } from '../api/business-today.ts'
import { autoPayToday } from '../kernel/today.ts'
import { listTable } from '../ui/lists/list-columns.ts'
import { csvText } from '../ui/table-file.ts'
import { invoiceList } from './invoice-columns.tsx'
import {
  amountText,
  currenciesOf,
  enteredAmount,
  newestFirst,
  nextSort,
  orders,
  shownInvoices,
  typesOf,
} from './invoice-filter.ts'
import {
  cardPayable,
  customerText,
  invoiceRow,
  periodText,
  standing,
  type InvoiceRow,
} from './invoice-row.ts'
import { totalsByCurrency } from './invoice-totals.ts'

const today = '2026-11-21'
const listCsv = (rows: readonly InvoiceRow[]) => csvText(listTable(invoiceList, rows))

function row(changes: Partial<Invoice>) {
  const october = { date: '2026-10-01', dueDate: '2026-10-31', servicePeriod: 'Oct 2026' }
  const hundred = { amount: 100.1, balanceDue: 100.1 }
  return invoiceRow({ ...listedInvoice, ...october, ...hundred, ...changes }, today)
}

test('an open invoice past its due date shows the overdue days, a charged one is pending instead', () => {
  expect(row({}).overdueDays).toBe(21)
  expect(standing(row({}))).toEqual({ text: 'Overdue 21 days', tone: 'warn', mark: 'overdue' })
  expect(standing(row({ dueDate: '2026-11-20' }))).toEqual({
    text: 'Overdue 1 day',
    tone: 'warn',
    mark: 'overdue',
  })
  expect(standing(row({ dueDate: '2026-10-21' })).tone).toBe('danger')
  expect(row({ hasBeenCharged: true })).toMatchObject({ overdueDays: 0, isPending: true })
  expect(row({ balanceDue: 0 }).overdueDays).toBe(0)
  expect(row({ dueDate: null }).overdueDays).toBe(0)
  expect(row({ dueDate: today }).overdueDays).toBe(0)
})

test('an open invoice is colored from seven days before its due date', () => {
  const dueOn = (dueDate: string) => standing(row({ dueDate }))
  expect(dueOn('2026-11-29')).toEqual({ text: 'Open', tone: 'neutral', mark: 'Open' })
  expect(dueOn('2026-11-28')).toEqual({ text: 'Due in 7 days', tone: 'warn', mark: 'soon' })
  expect(dueOn('2026-11-22')).toEqual({ text: 'Due in 1 day', tone: 'warn', mark: 'soon' })
  expect(dueOn(today)).toEqual({ text: 'Due today', tone: 'warn', mark: 'soon' })
  expect(standing(row({ dueDate: null })).text).toBe('Open')
  const tonight = { text: 'AutoPay tonight', tone: 'neutral', mark: 'soon' }
  expect(standing(row({ autoPayOn: autoPayToday() }))).toEqual(tonight)
  expect(standing(row({ balanceDue: 0 }))).toEqual({
    text: 'Closed',
    tone: 'neutral',
    mark: 'Closed',
  })
})

test('a late fee shows `Late Fee` instead of a period', () => {
  expect(periodText(row({ isLateFee: true }))).toBe('Late Fee')
  expect(periodText(row({}))).toBe('Oct 2026')
})

test('a search finds rows', () => {
  const rows = [
    row({}),
    row({ id: '2', invoiceNumber: 'INV-2', name: 'Zephyr', invoiceType: 'Hosting' }),
  ]
  const found = (q: string) => shownInvoices(rows, { q }).map(({ id }) => id)
  expect(found('ALDGATE')).toEqual(['1'])
  expect(found('hosting')).toEqual(['2'])
  expect(found(' inv- ')).toEqual(['1', '2'])
  expect(found('10459')).toEqual([])
})

test('filters combine, and each order sorts as named', () => {
  const rows = newestFirst([
    row({ id: 'old', date: '2026-01-01', dueDate: '2026-01-31' }),
    row({ id: 'paid', date: '2026-11-01', balanceDue: 0 }),
    row({ id: 'credit', date: '2026-06-01', amount: -5, balanceDue: -5, invoiceType: 'Hosting' }),
    row({ id: 'big', date: '2026-09-01', balanceDue: 900, dueDate: '2026-12-31' }),
  ])
  const ids = (filters: Parameters<typeof shownInvoices>[1]) =>
    shownInvoices(rows, filters).map(({ id }) => id)
  expect(ids({})).toEqual(['paid', 'big', 'credit', 'old'])
  expect(ids({ status: 'open' })).toEqual(['big', 'old'])
  expect(ids({ status: 'credit' })).toEqual(['credit'])
  expect(ids({ status: 'closed', type: 'Hosting' })).toEqual([])
  expect(ids({ sort: 'oldest' })[0]).toBe('old')
  expect(ids({ sort: 'due' }).slice(0, 2)).toEqual(['old', 'big'])
  expect(ids({ sort: 'balance' })[0]).toBe('big')
  expect(typesOf(rows)).toEqual(['Data', 'Hosting'])
})

test('filters for due, on hold and refunded, for a currency, an amount and a period', () => {
  const now = businessToday()
  const on = (id: string, days: number, changes: Partial<Invoice> = {}) =>
    row({ id, dueDate: addDays(now, days), ...changes })
  const refund = { kind: 'refunded' as const, at: '2026-11-01T00:00:00.000Z' }
  const rows = [
    row({ id: 'late', date: '2026-09-30', dueDate: '2026-10-01' }),
    on('today', 0),
    on('week', 7, { currencyIsoCode: 'EUR', amount: 100 }),
    on('month', 30, { moneyBack: refund }),
    on('later', 31, { amount: 2500.5 }),
    on('paid', 3, { balanceDue: 0 }),
    on('held', 3, { hasBeenCharged: true, isOnHold: true }),
  ]
  const ids = (filters: Parameters<typeof shownInvoices>[1]) =>
    shownInvoices(rows, filters).map(({ id }) => id)
  expect(ids({ due: 'overdue' })).toEqual(['late'])
  expect(ids({ due: '7' })).toEqual(['today', 'week'])
  expect(ids({ due: '30' })).toEqual(['today', 'week', 'month'])
  expect(ids({ status: 'onHold' })).toEqual(['held'])
  expect(ids({ status: 'refunded' })).toEqual(['month'])
  expect(ids({ currency: 'EUR', due: '14' })).toEqual(['week'])
  expect(ids({ min: '2500.50' })).toEqual(['later'])
  expect(ids({ max: '100' })).toEqual(['week'])
  expect(ids({ min: '100.1', max: '100.1', due: '14' })).toEqual(['today'])
  expect(ids({ to: '2026-09-30' })).toEqual(['late'])
  expect(ids({ from: '2026-10-01', to: '2026-10-01', due: '7' })).toEqual(['today', 'week'])
  expect(ids({ from: '2026-10-02' })).toEqual([])
  expect(currenciesOf(rows)).toEqual(['EUR', 'USD'])
})

test('an amount is read in either notation, and anything else is refused with what to write', () => {
  expect(enteredAmount(' 1,250.50 ')).toEqual({ amount: '1250.5' })
  expect(enteredAmount('12,50')).toEqual({ amount: '12.5' })
  expect(enteredAmount(' ')).toEqual({})
  expect(enteredAmount('1.250')).toEqual({ error: 'Please write 1250 or 1.25.' })
  for (const wrong of ['-1', '1e3', '1.2345', '12 50'])
    expect(enteredAmount(wrong)).toEqual({ error: 'Please enter a number, such as 1250.50.' })
  expect(amountText('100', '200')).toBe('100 – 200')
  expect(amountText('100', undefined)).toBe('from 100')
  expect(amountText(undefined, '200')).toBe('up to 200')
})

test('totals add up to the cent and never mix currencies', () => {
  const rows = [
    row({ amount: 0.1 }),
    row({ amount: 0.2, balanceDue: 0 }),
    row({ amount: 5, balanceDue: 5, hasBeenCharged: true }),
    row({ currencyIsoCode: 'EUR' }),
  ]
  expect(totalsByCurrency(rows)).toEqual([
    { currency: 'USD', count: 3, amountCents: 530, dueCents: 10010, pendingCents: 500 },
    { currency: 'EUR', count: 1, amountCents: 10010, dueCents: 10010, pendingCents: 0 },
  ])
  expect(totalsByCurrency([])).toEqual([])
})

test('an invoice on hold is marked in list and export, and is neither overdue nor payable', () => {
  const held = row({ dueDate: '2026-10-01', hasBeenCharged: true, isOnHold: true })
  expect(pendingText(held)).toBe('(being reconciled with your provider)')
  expect(listCsv([held])).toContain('"being reconciled with your provider"')
  expect(held.overdueDays).toBe(0)
  expect(cardPaymentRefusal(cardPayable(held), 5_000_000)).toBe(cardRefusals.onHold)
})

test('a paid invoice, or one being confirmed, is not called open', () => {
  const charged = row({ hasBeenCharged: true })
  expect(standing(charged)).toEqual({ text: 'Being confirmed', tone: 'neutral', mark: 'pending' })
  const paid = row({ hasBeenCharged: true, isBeingPosted: true })
  expect(standing(paid)).toEqual({ text: 'Paid, being posted', tone: 'neutral', mark: 'pending' })
  expect(listCsv([paid])).toContain('"Paid, being posted","pending"')
  expect(statusText(row({ hasBeenCharged: true, isOnHold: true }))).toBe('Open')
})

test('the export keeps amounts as numbers and stops formulas', () => {
  const csv = listCsv([
    row({ name: '=HYPERLINK("x")', amount: -5.5, balanceDue: 0, dueDate: null }),
  ])
  const lines = csv.split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('"Invoice Number"')
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
  expect(lines[1]).toContain('2026-10-01,""')
  expect(lines[1]?.endsWith('"USD",-5.50,0.00')).toBe(true)
})

test('a row and its CSV have the decimals of the currency', () => {
  const rows = [
    row({ currencyIsoCode: 'KWD', amount: 1234.567, balanceDue: 0.5 }),
    row({ currencyIsoCode: 'JPY', amount: 1234, balanceDue: 1234 }),
  ]
  expect(rows.map(({ amountCents, balanceDueCents }) => [amountCents, balanceDueCents])).toEqual([
    [1_234_567, 500],
    [1234, 1234],
  ])
  const csv = listCsv(rows)
  expect(csv).toContain('"KWD",1234.567,0.500')
  expect(csv).toContain('"JPY",1234,1234')
  // 1,234 yen are more than half a dinar on the screen, though fewer minor units than 1.5 of them.
  const more = row({ currencyIsoCode: 'KWD', balanceDue: 1.5 })
  const [first] = shownInvoices([more, rows[1]!], { sort: 'balance' })
  expect(first?.currencyIsoCode).toBe('JPY')
})

test('a row shows the customer fields that exist, and isolates right-to-left names', () => {
  expect(customerText(row({}))).toBe('C-10458 · Aldgate Capital')
  expect(customerText(row({ name: '' }))).toBe('C-10458')
  expect(customerText(row({ name: 'a\u202eb' }))).toBe('C-10458 · \u2068a\u202eb\u2069')
})

test('each sortable header has two opposite orders, and a second press switches to the other', () => {
  for (const [sort, { column, direction }] of Object.entries(orders)) {
    const other = nextSort(column, sort as keyof typeof orders)
    expect(orders[other].column).toBe(column)
    expect(orders[other].direction).not.toBe(direction)
    expect(nextSort(column, other)).toBe(sort)
  }
  expect(nextSort('status', 'newest')).toBe('newest')
})

test('invoices without a due amount come last in both orders by due date', () => {
  const rows = [
    row({ id: 'closed', balanceDue: 0 }),
    row({ id: 'later', dueDate: '2026-12-31' }),
    row({ id: 'sooner', dueDate: '2026-10-31' }),
    row({ id: 'never', dueDate: null }),
  ]
  const ids = (sort: keyof typeof orders) => shownInvoices(rows, { sort }).map(({ id }) => id)
  expect(ids('due')).toEqual(['sooner', 'later', 'closed', 'never'])
  expect(ids('dueLast')).toEqual(['later', 'sooner', 'closed', 'never'])
})

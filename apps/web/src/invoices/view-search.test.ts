import type { InvoiceView } from '@portal/domain/invoices/views.schema'
import { expect, test } from 'vitest'
import { parseQuery } from '../kernel/search-params.ts'
import { noFilter } from './invoice-filter.ts'
import { invoiceListSearch } from './invoice-search.ts'
import { activeView, keptWhole, linkOf, viewOf } from './view-search.ts'

const view = (name: string, search: InvoiceView['search'], isDefault = false): InvoiceView => ({
  id: name,
  name,
  search,
  isDefault,
})
const views = [view('Nothing', {}), view('Open', { status: 'open' }), view('Due', { due: '7' })]

test('a view is named if the address has exactly its filters, whatever else is open', () => {
  const named = (raw: object) => activeView(views, invoiceListSearch.parse(raw))?.name
  expect(named({ status: 'OPEN', sort: 'newest', totals: 'open' })).toBe('Open')
  expect(named({ status: 'open', q: 'x' })).toBeUndefined()
  expect(named({})).toBeUndefined()
})

test('dialogs and totals are not kept in a view', () => {
  const raw = { q: 'x', payAll: 'open', statement: 'open', totals: 'open', view: 'all' }
  expect(viewOf(invoiceListSearch.parse(raw))).toEqual({ q: 'x' })
})

test('every filter is kept in a view and in its link', () => {
  const raw = {
    q: 'x',
    status: 'open',
    type: 'License',
    due: 'overdue',
    currency: 'USD',
    min: '10',
    max: '20',
    month: '2026-11',
    from: '2026-11-01',
    to: '2026-11-30',
    sort: 'due',
  }
  const search = invoiceListSearch.parse(raw)
  expect(viewOf(search)).toEqual(raw)
  expect(parseQuery(linkOf(viewOf(search)).split('?')[1]!)).toEqual(raw)
  expect(Object.keys(raw).toSorted()).toEqual([...Object.keys(noFilter), 'q', 'sort'].toSorted())
})

test('the parameter of the whole list has no meaning beside filters', () => {
  expect(invoiceListSearch.write({ view: 'all', status: 'open' })).toEqual({ status: 'open' })
  expect(invoiceListSearch.write({ view: 'ALL', statement: 'open' })).toEqual({
    view: 'all',
    statement: 'open',
  })
  expect(invoiceListSearch.write({ view: 'Open' })).toEqual({})
})

test('the address of a cleared list is marked only if a default view would apply', () => {
  const withDefault = [...views, view('Mine', { q: 'x' }, true)]
  expect(keptWhole({ status: undefined }, withDefault).view).toBe('all')
  expect(keptWhole({ status: 'open' }, withDefault).view).toBeUndefined()
  expect(keptWhole({}, views).view).toBeUndefined()
  expect(keptWhole({}, undefined).view).toBeUndefined()
  expect(keptWhole({}, [view('Nothing', {}, true)]).view).toBeUndefined()
})

test('a link names the filters, never the view', () => {
  expect(linkOf({ status: 'open', q: 'a&b' })).toBe('/invoices?q=a%26b&status=open')
  expect(linkOf({})).toBe('/invoices?view=all')
})

import { expect, test } from 'vitest'
import { invoiceDetailSearch, invoiceListSearch } from './invoice-search.ts'

test('the address keeps the filters', () => {
  const search = { q: '204981', status: 'open', type: 'Data', sort: 'due', statement: 'open' }
  expect(invoiceListSearch.write(search)).toEqual(search)
  const more = { status: 'onHold', due: '30', currency: 'EUR', min: '100', max: '2500.50' }
  expect(invoiceListSearch.write(more)).toEqual(more)
  expect(invoiceListSearch.write({ currency: 'usd' })).toEqual({ currency: 'USD' })
})

test('the address keeps every order of a column', () => {
  for (const sort of ['dueLast', 'amount', 'amountLow', 'typeLast', 'balanceLow'])
    expect(invoiceListSearch.write({ sort })).toEqual({ sort })
})

test('invalid values are dropped', () => {
  expect(
    invoiceListSearch.write({ due: '8', currency: '$', min: '-1', max: '1e9', status: 'held' }),
  ).toEqual({})
  expect(
    invoiceListSearch.write({ q: '', status: 'nope', sort: 'x', payAll: 'now', other: '1' }),
  ).toEqual({})
  expect(invoiceDetailSearch.write({ sort: 'total', order: 'asc', pay: 'yes' })).toEqual({
    sort: 'total',
  })
})

test('default values are not written', () => {
  expect(invoiceListSearch.write({ status: 'ALL', sort: 'Newest' })).toEqual({})
  expect(invoiceListSearch.write({ status: 'Open' })).toEqual({ status: 'open' })
  expect(invoiceDetailSearch.write({ order: 'desc' })).toEqual({})
})

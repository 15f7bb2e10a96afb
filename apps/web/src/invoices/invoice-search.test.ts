import { expect, test } from 'vitest'
import { invoiceDetailSearch, invoiceListSearch } from './invoice-search.ts'

test('the address gives back the filters it was given', () => {
  const search = { q: '204981', status: 'open', type: 'Data', sort: 'due', statement: 'open' }
  expect(invoiceListSearch.write(search)).toEqual(search)
})

test('values that make no sense are dropped', () => {
  expect(
    invoiceListSearch.write({ q: '', status: 'nope', sort: 'x', payAll: 'now', other: '1' }),
  ).toEqual({})
  expect(invoiceDetailSearch.write({ sort: 'total', order: 'asc', pay: 'yes' })).toEqual({
    sort: 'total',
  })
})

test('what the list shows without a parameter is not written', () => {
  expect(invoiceListSearch.write({ status: 'ALL', sort: 'Newest' })).toEqual({})
  expect(invoiceListSearch.write({ status: 'Open', currency: 'eur' })).toEqual({
    status: 'open',
    currency: 'EUR',
  })
  expect(invoiceDetailSearch.write({ order: 'desc' })).toEqual({})
})

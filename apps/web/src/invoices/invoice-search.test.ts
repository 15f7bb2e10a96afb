import { expect, test } from 'vitest'
import { invoiceDetailSearch, invoiceListSearch } from './invoice-search.ts'

test('the address gives back the filters it was given', () => {
  const search = { q: '204981', status: 'open', type: 'Data', sort: 'due', statement: 'open' }
  expect(invoiceListSearch(search)).toEqual(search)
})

test('values that make no sense are dropped', () => {
  expect(
    invoiceListSearch({ q: '', status: 'nope', sort: 'x', payAll: 'now', other: '1' }),
  ).toEqual({})
  expect(invoiceDetailSearch({ sort: 'total', order: 'asc', pay: 'yes' })).toEqual({
    sort: 'total',
  })
})

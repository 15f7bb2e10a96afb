import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { expect, test } from 'vitest'
import { sortedRows } from '../ui/lists/list-columns.ts'
import { lineList, nextSort, sortedBy } from './line-items.tsx'

function line(productName: string, total: number): LineItem {
  const rest = {
    description: '',
    moreInfo: '',
    quantity: 1,
    salesPrice: total,
    city: '',
    state: '',
  }
  return { productName, total, currency: 'USD', ...rest }
}
const lines = [line('TT 10', 5), line('tt 9', -1), line('TT 10', 3)]
const places = (search: Parameters<typeof sortedBy>[0]) =>
  sortedRows(lineList(lines), lines, sortedBy(search)).map((one) => lines.indexOf(one))

test('lines sort by product in natural order, by total as numbers, and stably', () => {
  expect(places({})).toEqual([0, 1, 2])
  expect(places({ sort: 'product' })).toEqual([1, 0, 2])
  expect(places({ sort: 'product', order: 'desc' })).toEqual([0, 2, 1])
  expect(places({ sort: 'total' })).toEqual([1, 2, 0])
})

test('columns that no line fills are absent', () => {
  const headers = (of: readonly LineItem[]) => lineList(of).columns.map(({ header }) => header)
  const bare = lines.map((one) => ({ ...one, quantity: null, salesPrice: null }))
  const always = ['Product', 'Description', 'Total', 'Question']
  expect(headers(bare)).toEqual(always)
  expect(lineList(bare).compact?.lines).toEqual(['product description total ask'])
  expect(headers([...bare, { ...line('TT 1', 1), state: 'IL' }])).toEqual([
    'Product',
    'Description',
    'City, State',
    'Quantity',
    'Sales Price',
    'Total',
    'Question',
  ])
  expect(headers(bare.map((one) => ({ ...one, salesPrice: 5 })))).not.toContain('Quantity')
  // On cards and in narrow tables the price's cell also shows the quantity.
  expect(headers(bare.map((one) => ({ ...one, quantity: 2 })))).toContain('Sales Price')
})

test('a sort button cycles through two orders, the largest total first, and the invoice’s own order', () => {
  expect(nextSort({}, 'total')).toEqual({ sort: 'total', order: 'desc' })
  expect(nextSort({ sort: 'total', order: 'desc' }, 'total')).toEqual({ sort: 'total' })
  expect(nextSort({ sort: 'total' }, 'total')).toEqual({})
  expect(nextSort({ sort: 'total', order: 'desc' }, 'product')).toEqual({ sort: 'product' })
  expect(nextSort({ sort: 'product' }, 'product')).toEqual({ sort: 'product', order: 'desc' })
  expect(nextSort({ sort: 'product', order: 'desc' }, 'product')).toEqual({})
})

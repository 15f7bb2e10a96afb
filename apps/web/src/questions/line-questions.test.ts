import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { askedLine } from '@portal/domain/questions/ask'
import { expect, test } from 'vitest'
import { placeNow } from './line-questions.ts'

const line = (productName: string, more: Partial<LineItem> = {}): LineItem => ({
  productName,
  description: '',
  moreInfo: '',
  quantity: 1,
  salesPrice: 5,
  total: 5,
  currency: 'USD',
  city: '',
  state: '',
  ...more,
})
const [a, b, c] = ['A', 'B', 'C'].map((name) => line(name)) as [LineItem, LineItem, LineItem]
const seen = { position: 3, line: askedLine(c) }

test.each<[string, LineItem[], number | undefined]>([
  ['in its place', [c, b, { ...c }], 3],
  ['moved down', [a, b, a, c], 4],
  ['moved up, to the end', [a, c], 2],
  ['at the nearest of equal lines', [c, a, b, a, c], 1],
  ['at the nearest line, not at the first', [c, a, b, c], 4],
  ['removed', [a, b], undefined],
  ['changed', [a, b, line('C', { total: 6 })], undefined],
  ['of another license', [a, b, line('C', { licenseId: 'L-1' })], undefined],
  ['of an invoice without lines', [], undefined],
])('a line is found at the place with the same content: %s', (_, lines, place) => {
  expect(placeNow(lines, seen)).toBe(place)
})

import { expect, test } from 'vitest'
import type { LineItem } from './invoices.schema.ts'
import { subjectText } from './line-subject.ts'

const line: LineItem = {
  productName: 'TT Gateway',
  description: '',
  moreInfo: '',
  quantity: null,
  salesPrice: null,
  total: 735,
  currency: 'USD',
  city: '',
  state: '',
}
const day = '2026-11-01'

test('a line without further fields has no further text', () => {
  expect(subjectText(line)).toBe('')
  expect(subjectText({ ...line, licenseId: 'L-1', productId: 'P', licenseOrderId: 'O' })).toBe('')
})

test('the fields from the books are named in one order, and names cannot reorder them', () => {
  const full = {
    servicePeriodStart: day,
    servicePeriodEnd: '2026-11-30',
    userName: '\u202enoj',
    networkId: 'N-CME',
    poNumber: '4711',
    chargeType: 'oneTime',
  } as const
  expect(subjectText({ ...line, ...full })).toBe(
    '11/01/2026 – 11/30/2026 · User \u2068\u202enoj\u2069 · Network N-CME · PO 4711 · One-time',
  )
})

test.each([
  [{ servicePeriodStart: day, servicePeriodEnd: day }, '11/01/2026'],
  [{ servicePeriodStart: day }, 'From 11/01/2026'],
  [{ servicePeriodEnd: day }, 'Until 11/01/2026'],
])('half a period and a single day: %j', (period, words) => {
  expect(subjectText({ ...line, ...period })).toBe(words)
})

test('a number that begins with PO does not get a second PO', () => {
  expect(subjectText({ ...line, poNumber: 'PO 4711' })).toBe('PO 4711')
  expect(subjectText({ ...line, poNumber: 'POLAR-1' })).toBe('PO POLAR-1')
})

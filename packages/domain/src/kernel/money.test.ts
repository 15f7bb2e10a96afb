import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalString, formatMoney, parseCents, toCents } from './money.ts'

const cents = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })

test('an amount is the same after a trip over the wire, as text or as number', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(parseCents(decimalString(amount))).toBe(amount === 0 ? 0 : amount)
      expect(toCents(Number(decimalString(amount)))).toBe(amount)
      expect(toCents(amount / 100)).toBe(amount)
    }),
  )
})

test.each([
  ['139.12', 13_912],
  ['-0.05', -5],
  ['+7', 700],
  ['1.5', 150],
  [0.1, 10],
  [-12.34, -1234],
  ['9999999999.99', 999_999_999_999],
])('%s is %i cents', (text, amount) => {
  expect(parseCents(text)).toBe(amount)
})

test.each([
  '',
  '1.234',
  '1,000',
  '1e3',
  'NaN',
  'Infinity',
  '0x10',
  ' 1',
  '1 ',
  '.5',
  '5.',
  '--1',
  '10000000000',
])('%s is no amount', (text) => {
  expect(parseCents(text)).toBeUndefined()
})

test('numbers with more than two decimals are not rounded but refused', () => {
  expect(parseCents(0.1 + 0.2)).toBeUndefined()
  expect(parseCents(Number.NaN)).toBeUndefined()
  expect(parseCents(1e21)).toBeUndefined()
})

test('money is written in its own currency with two decimals', () => {
  expect(formatMoney(123_450, 'USD')).toBe('$1,234.50')
  expect(formatMoney(-1200, 'EUR')).toBe('-€12.00')
  // A currency without minor units in daily life is still shown with two decimals here.
  expect(formatMoney(100, 'JPY')).toBe('¥1.00')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, isCurrency } from './currencies.ts'
import {
  decimalString,
  formatMoney,
  formatQuantity,
  formatUnitPrice,
  fromCents,
  InexactSum,
  mostCents,
  parseCents,
  toCents,
} from './money.ts'

const most = 2 ** 52

/** Any currency with any amount up to the largest sum. */
const money = fc.constantFrom(...currencies).chain((currency) => {
  const amount = fc.oneof(
    fc.integer({ min: -most, max: most }),
    fc.constantFrom(most, -most, most - 1, 0, 1),
  )
  return fc.tuple(amount, fc.constant(currency))
})

test('an amount is unchanged after it is sent as text or number, and on the screen', () => {
  fc.assert(
    fc.property(money, ([amount, currency]) => {
      const sent = decimalString(amount, currency)
      const read = Math.abs(amount) <= mostCents ? amount : undefined
      expect(parseCents(sent, currency)).toBe(read)
      expect(parseCents(Number(sent), currency)).toBe(read)
      expect(toCents(Number(sent), currency)).toBe(amount)
      expect(toCents(fromCents(amount, currency), currency)).toBe(amount)
      const shown = formatMoney(amount, currency)
      // Some currency signs end with a dot.
      const digits = shown.match(/\d[\d,]*(\.\d+)?$/)?.[0].replaceAll(',', '')
      expect(digits).toBe(decimalString(Math.abs(amount), currency))
      expect(shown.startsWith('\u2212')).toBe(amount < 0)
    }),
  )
})

test.each([
  ['139.12', 'USD', 13_912],
  ['-0.05', 'USD', -5],
  ['+7', 'USD', 700],
  ['1.5', 'USD', 150],
  [0.1, 'USD', 10],
  [-12.34, 'USD', -1234],
  ['10000000000000.00', 'USD', 10 ** 15],
  ['9999999999999.99', 'USD', 999_999_999_999_999],
  ['1000000000000000', 'JPY', 10 ** 15],
  ['25000000000', 'IDR', 2_500_000_000_000],
  ['-1', 'JPY', -1],
  ['1.5', 'KWD', 1500],
  ['999999999999.999', 'KWD', 999_999_999_999_999],
  ['0.0001', 'CLF', 1],
])('%s %s is %i minor units', (text, currency, amount) => {
  expect(parseCents(text, currency)).toBe(amount)
})

test.each([
  ['', 'USD'],
  ['1.234', 'USD'],
  ['1,000', 'USD'],
  ['1e3', 'USD'],
  ['NaN', 'USD'],
  ['Infinity', 'USD'],
  ['0x10', 'USD'],
  [' 1', 'USD'],
  ['1 ', 'USD'],
  ['.5', 'USD'],
  ['5.', 'USD'],
  ['--1', 'USD'],
  ['10000000000000.01', 'USD'],
  ['1000000000000001', 'JPY'],
  ['99999999999999999', 'JPY'],
  ['1.0', 'JPY'],
  ['1.2345', 'KWD'],
])('%s %s is not an amount', (text, currency) => {
  expect(parseCents(text, currency)).toBeUndefined()
})

test('numbers with more decimals than their currency are not rounded but refused', () => {
  expect(parseCents(0.1 + 0.2, 'USD')).toBeUndefined()
  expect(parseCents(0.5, 'JPY')).toBeUndefined()
  expect(parseCents(Number.NaN, 'USD')).toBeUndefined()
  expect(parseCents(1e21, 'USD')).toBeUndefined()
})

test('money is written in its own currency with its own decimals', () => {
  expect(formatMoney(123_450, 'USD')).toBe('$1,234.50')
  expect(formatMoney(-1200, 'EUR')).toBe('\u2212€12.00')
  expect(formatMoney(1_234_567, 'JPY')).toBe('¥1,234,567')
  expect(formatMoney(1_234_567, 'KWD')).toBe('KWD\u00a01,234.567')
  // Fillér are not used in everyday life, but exist in ISO 4217 and in the books.
  expect(formatMoney(123_450, 'HUF')).toBe('HUF\u00a01,234.50')
})

test('a sum that a number would round is marked for users, and is an error for programs', () => {
  expect(formatMoney(2 ** 52, 'USD')).toBe('$45,035,996,273,704.96')
  expect(formatMoney(-(2 ** 53), 'USD')).toBe('≈ \u2212$90,071,992,547,409.92')
  expect(() => decimalString(2 ** 52 + 1, 'USD')).toThrow(InexactSum)
  expect(() => fromCents(2 ** 52 + 1, 'USD')).toThrow(InexactSum)
})

test('a unit price may have more decimals than its currency', () => {
  expect(formatUnitPrice(1234.5, 'USD')).toBe('$1,234.50')
  expect(formatUnitPrice(0.0025, 'USD')).toBe('$0.0025')
  expect(formatUnitPrice(0.000125, 'USD')).toBe('$0.000125')
  expect(formatUnitPrice(25_000_000_000.5, 'IDR')).toBe('IDR\u00a025,000,000,000.50')
  expect(formatQuantity(1234.000001)).toBe('1,234.000001')
  expect(formatUnitPrice(3, 'JPY')).toBe('¥3')
  expect(formatUnitPrice(0.5, 'JPY')).toBe('¥0.5')
  expect(formatUnitPrice(1.5, 'KWD')).toBe('KWD\u00a01.500')
})

test('each currency is in one list, and other currencies are refused', () => {
  expect(new Set(currencies).size).toBe(currencies.length)
  expect(currencies.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
  expect([isCurrency('USD'), isCurrency('XAU'), isCurrency('usd')]).toEqual([true, false, false])
  expect(() => formatMoney(100, 'XAU')).toThrow(RangeError)
  expect(() => parseCents('1', 'QQQ')).toThrow(RangeError)
})

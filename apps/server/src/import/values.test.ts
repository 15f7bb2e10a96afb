import { currencies } from '@portal/domain/kernel/currencies'
import { decimalString, mostCents } from '@portal/domain/kernel/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, currency, decimal } from './amounts.ts'
import { Fault, textCell, type ValueType } from './cells.ts'
import { day, email, instant, instantOrDay, text } from './values.ts'

const read = (type: ValueType, value: unknown, currency = 'USD') => {
  const cell = type.read(value, currency)
  return cell instanceof Fault ? undefined : cell
}

test('amounts become whole cents, however they are written', () => {
  const cases: Record<string, unknown[]> = {
    1250: ['12.50', '12.5', 12.5, '0012.50', '+12.50'],
    0: ['-0.00', -0, 0, '0'],
    '-5': ['-0.05', -0.05],
    100000: [1e3, '1000'],
    999999999999999: ['9999999999999.99', 9999999999999.99],
    none: ['1.005', '.5', '', ' 1', 'NaN', '1e3', '1,000', '10000000000001', NaN, 1e-7, 0.1 + 0.2],
  }
  for (const [expected, values] of Object.entries(cases))
    for (const value of values)
      expect([value, read(cents, value) ?? 'none']).toEqual([value, expected])
})

test('every amount is read exactly in its currency, as text and as number', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...currencies),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (currency, part) => {
        const whole = Math.round(part * mostCents) + 0
        const written = decimalString(whole, currency)
        expect(read(cents, written, currency)).toBe(String(whole))
        expect(read(cents, Number(written), currency)).toBe(String(whole))
      },
    ),
  )
})

test.each([
  ['JPY', '5.5', '5.5 is not an amount in JPY with no decimals within +/-1000000000000000'],
  // Books that store yen in hundredths would send ¥1,200 as 1200.00. A decimal point with yen is therefore refused.
  ['JPY', '12.00', '12.00 is not an amount in JPY with no decimals within +/-1000000000000000'],
  ['KWD', '<b>1', 'is not an amount in KWD with at most 3 decimals within +/-1000000000000.000'],
])('an invalid amount in %s is refused by value and currency: %s', (currency, value, reason) => {
  expect(cents.read(value, currency)).toEqual(new Fault(reason))
})

test('a currency has a code of ISO 4217, and decimals', () => {
  for (const known of ['USD', 'JPY', 'KWD', 'HRK']) expect(read(currency, known)).toBe(known)
  for (const none of ['QQQ', 'XAU', 'XTS', 'usd', 'US', 'USDX', '', 'constructor', 840, null])
    expect(read(currency, none)).toBeUndefined()
})

test('days and times must exist, and times have a zone', () => {
  expect(read(day, '2024-02-29')).toBe('2024-02-29')
  for (const none of ['2026-02-29', '2026-2-3', '20261031', '2026-10-31T00:00:00Z', 20261031, ''])
    expect(read(day, none)).toBeUndefined()
  expect(read(instant, '2026-10-31T23:30:00-05:00')).toBe('2026-11-01T04:30:00.000Z')
  for (const none of ['2026-10-31T23:30:00', '2026-02-30T00:00:00Z', '2026-10-31', 'now'])
    expect(read(instant, none)).toBeUndefined()
  expect(read(instantOrDay, '2026-10-31')).toBe('2026-10-31T00:00:00.000Z')
})

test('a unit price has up to six decimals, and as many digits as a number keeps', () => {
  for (const price of ['0.000001', '-25000000000.5', '123456789012345.000000', '100000000000000.0'])
    expect(read(decimal, price)).toBe(price)
  expect([read(decimal, 1575), read(decimal, 0.000125)]).toEqual(['1575', '0.000125'])
  for (const none of [
    '0.0000001',
    1e-7,
    '1234567890.123456',
    1234567890.123456,
    '1000000000000000',
    'x',
  ])
    expect(read(decimal, none)).toBeUndefined()
})

test('addresses are short, on one line and without comments or quotes', () => {
  for (const address of ["o'brien+x@a-b.example", 'a@localhost', `${'a'.repeat(64)}@b.example`])
    expect(read(email, address)).toBe(address)
  for (const none of ['a@', '@b', 'a b@c', 'a@b\n', 'a@b..c', '<a@b.c>', `a@${'b'.repeat(254)}.c`])
    expect([none, read(email, none)]).toEqual([none, undefined])
  // A pattern with backtracking would not finish on this text.
  expect(read(email, `a@${'a-.'.repeat(80)}!`)).toBeUndefined()
})

test('length is counted in characters, not in code units', () => {
  expect(read(text(3), '🙂🙂🙂')).toBe('🙂🙂🙂')
  expect(read(text(2), '🙂🙂🙂')).toBeUndefined()
})

test('any text is either rejected or escaped so that COPY returns it unchanged', () => {
  const unescape = (cell: string) =>
    cell.replace(/\\(.)/g, (_, sign: string) => ({ t: '\t', n: '\n' })[sign] ?? sign)
  const forbidden = /(?![\t\n])\p{Cc}|\p{Cs}/u
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (sent) => {
      const cell = textCell(sent)
      if (cell instanceof Fault) return forbidden.test(sent)
      return !forbidden.test(sent) && !/[\t\n]/.test(cell) && unescape(cell) === sent
    }),
  )
  expect(unescape('a\\\\b\\tc')).toBe('a\\b\tc')
})

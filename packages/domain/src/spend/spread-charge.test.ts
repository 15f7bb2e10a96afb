import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../kernel/day.ts'
import { mostCents as most } from '../kernel/money.ts'
import { canBeSpread, spreadCharge } from './spread-charge.ts'

test.each([
  // A quarter: three equal months.
  ['2026-01-01', '2026-03-31', 30_000, { '2026-01': 10_000, '2026-02': 10_000, '2026-03': 10_000 }],
  ['2026-01-01', '2026-03-31', 100, { '2026-01': 33, '2026-02': 34, '2026-03': 33 }],
  ['2026-01-01', '2026-03-31', -100, { '2026-01': -33, '2026-02': -34, '2026-03': -33 }],
  // Half a cent per month, for a charge and for its credit.
  ['2026-07-01', '2026-08-31', 1, { '2026-07': 1, '2026-08': 0 }],
  ['2026-07-01', '2026-08-31', -1, { '2026-07': -1, '2026-08': 0 }],
  // Half of November, and December.
  ['2026-11-16', '2026-12-31', 30_000, { '2026-11': 10_000, '2026-12': 20_000 }],
  ['2024-02-29', '2024-04-01', 1, { '2024-02': 0, '2024-03': 1, '2024-04': 0 }],
])('%s to %s: %d is spread', (from, to, cents, wanted) => {
  const parts = spreadCharge(cents, from, to)
  expect(Object.fromEntries(parts.map(({ month, cents: part }) => [month, part]))).toEqual(wanted)
})

test('a month is not split, wherever it starts; nor is a period without a foreseeable end', () => {
  expect(canBeSpread('2026-11-15', '2026-12-14')).toBe(false)
  expect(canBeSpread('2026-12-01', '2026-12-31')).toBe(false)
  expect(canBeSpread('2026-12-15', '2027-01-14')).toBe(false)
  expect(canBeSpread('2026-01-01', '2026-03-31')).toBe(true)
  expect(canBeSpread('2026-05-10', '2031-05-09')).toBe(true)
  expect(canBeSpread('2026-05-10', '2099-12-31')).toBe(false)
})

const charge = fc.record({
  cents: fc.oneof(fc.integer({ min: -most, max: most }), fc.integer({ min: -50, max: 50 })),
  from: fc.integer({ min: 0, max: 10_000 }).map((days) => addDays('2010-01-01', days)),
  length: fc.integer({ min: 0, max: 1900 }),
})

test('the parts of any charge sum to it, have its sign, and one part for each month', () => {
  fc.assert(
    fc.property(charge, ({ cents, from, length }) => {
      const to = addDays(from, length)
      const parts = spreadCharge(cents, from, to)
      expect(parts.reduce((sum, part) => sum + part.cents, 0)).toBe(cents)
      for (const part of parts) expect(Math.sign(part.cents) * Math.sign(cents)).not.toBe(-1)
      const months = parts.map(({ month }) => month)
      expect(months).toEqual([...new Set(months)].toSorted())
      expect([months[0], months.at(-1)]).toEqual([from.slice(0, 7), to.slice(0, 7)])
    }),
  )
})

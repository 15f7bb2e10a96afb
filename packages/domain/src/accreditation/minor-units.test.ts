import { expect, test } from 'vitest'
import { fromMinorUnits, toMinorUnits } from './minor-units.ts'

test.each([
  ['USD', 24_900, 24_900],
  ['JPY', 500_000, 5000],
  ['KWD', 1234, 12_340],
  // Whole, and yet in hundredths.
  ['ISK', 500_00, 500_00],
])('%s: %i hundredths are %i of what the provider counts, and back', (currency, cents, units) => {
  expect(toMinorUnits(cents, currency)).toBe(units)
  expect(fromMinorUnits(units, currency)).toBe(cents)
})

test.each([
  ['JPY', 500_050],
  ['ISK', 50],
  ['UGX', 500_00],
])('%s: %i hundredths cannot be charged', (currency, cents) => {
  expect(() => toMinorUnits(cents, currency)).toThrow(RangeError)
})

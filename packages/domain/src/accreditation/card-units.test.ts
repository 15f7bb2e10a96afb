import { expect, test } from 'vitest'
import { currencies } from '../kernel/currencies.ts'
import { cardPriceProblem, fromCardUnits, toCardUnits } from './card-units.ts'

test.each([
  ['USD', 24_900, 24_900],
  ['JPY', 5000, 5000],
  ['KWD', 12_340, 12_340],
  // A currency without decimals that the provider counts in hundredths.
  ['ISK', 500, 500_00],
  // A currency with decimals that the provider counts in whole units.
  ['MGA', 500_00, 500],
])('%s: %i minor units are %i units of the provider, and back', (currency, cents, units) => {
  expect(toCardUnits(cents, currency)).toBe(units)
  expect(fromCardUnits(units, currency)).toBe(cents)
})

test.each([
  ['KWD', 12_341],
  ['MGA', 500_50],
  ['UGX', 500],
  ['USD', 100_000_000],
  ['ISK', 1_000_000],
])('%s: %i minor units cannot be charged', (currency, cents) => {
  expect(() => toCardUnits(cents, currency)).toThrow(RangeError)
})

test('every other price is unchanged after a conversion there and back', () => {
  const price = 120_300
  const payable = currencies.filter((currency) => !cardPriceProblem(price, currency))
  expect(payable.length).toBeGreaterThan(150)
  for (const currency of payable)
    expect(fromCardUnits(toCardUnits(price, currency), currency)).toBe(price)
})

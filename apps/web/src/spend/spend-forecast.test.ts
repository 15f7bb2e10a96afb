import type { Forecast } from '@portal/domain/spend/spend.schema'
import { expect, test } from 'vitest'
import { forecastFigures } from './spend-forecast.ts'

const spend = { currency: 'USD', months: ['2026-10', '2026-11'], totals: [100_000, 150_000] }
const month = { running: 900, prices: 0, starting: 0, ending: 0, amount: 900 }
const forecast: Forecast = {
  currencyIsoCode: 'USD',
  months: [
    { ...month, month: '2026-12' },
    { ...month, month: '2027-01', prices: 10, starting: 5.5, ending: -20, amount: 895.5 },
    { ...month, month: '2027-02', prices: -10, amount: 890 },
  ],
  counts: { asCharged: 1, byRecord: 0, byList: 3, notCharged: 2, suspended: 1, unpriced: 1 },
  charged: { month: '2026-11', amount: 1400 },
  isOfVisible: false,
}

test('the forecast has its months, their parts, their basis and what is left out', () => {
  expect(forecastFigures(forecast, spend, false)).toEqual({
    months: ['2026-12', '2027-01', '2027-02'],
    totals: [90_000, 89_550, 89_000],
    later: [
      { month: '2026-12', cents: 90_000 },
      { month: '2027-01', cents: 89_550 },
      { month: '2027-02', cents: 89_000 },
    ],
    parts: [
      '',
      'as charged last $900.00, new prices +$10.00, starting +$5.50, ending −$20.00',
      'as charged last $900.00, new prices −$10.00',
    ],
    basis: '1 license charge as charged last, 3 at list prices',
    others: ' ($100.00 in Nov 2026)',
    leftOut:
      'one-time charges, usage, taxes and all that is not charged for a license; 2 licenses not charged for whole months lately; 1 license that is suspended; 1 license without a known price',
  })
  const few = { ...forecast, isOfVisible: true }
  const ofFew = forecastFigures(few, spend, true)
  expect(ofFew?.others).toBe('')
  expect(ofFew?.leftOut).toBe(
    'one-time charges, usage, taxes and all that is not charged for a license; 2 licenses not charged on the invoices you may see; 1 license that is suspended; 1 license without a known price',
  )
})

test('a forecast of another currency is not shown', () => {
  expect(forecastFigures(undefined, spend, false)).toBeUndefined()
  expect(forecastFigures({ ...forecast, months: [] }, spend, false)).toBeUndefined()
  expect(forecastFigures(forecast, { ...spend, currency: 'EUR' }, false)).toBeUndefined()
})

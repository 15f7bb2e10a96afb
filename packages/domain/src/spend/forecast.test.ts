import { expect, test } from 'vitest'
import { forecastOf, monthsAfter, type ExpectedCharge, type ForecastContext } from './forecast.ts'

const months = ['2026-12', '2027-01', '2027-02']
const context: ForecastContext = {
  months,
  isSpread: false,
  billsNameLicenses: true,
  isOfVisible: false,
}

const license: ExpectedCharge = {
  count: 1,
  startsOn: null,
  endsOn: null,
  isSuspended: false,
  isOrdered: false,
  prorates: false,
  last: { cents: 10_000, from: '2026-11-01', months: 1, quantity: 1 },
  price: 12_000,
  isListPrice: false,
  billingMonths: 1,
  nextPrice: null,
}
const parts = (one: Partial<ExpectedCharge>, more: Partial<ForecastContext> = {}) => {
  const { months: all, counts } = forecastOf([{ ...license, ...one }], { ...context, ...more })
  return [
    ...all.map(({ running, prices, starting, ending }) =>
      Object.entries({ running, prices, starting, ending })
        .filter(([, cents]) => cents !== 0)
        .map(([name, cents]) => `${name} ${cents}`)
        .join(', '),
    ),
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  ]
}

test('the parts of each month', () => {
  expect(parts({ count: 3 }).join(' | ')).toBe(
    'running 30000 | running 30000 | running 30000 | asCharged 3',
  )
  // A price for several licenses in one charge; the announced price applies from its first day.
  const several = { last: { ...license.last!, cents: 20_000, quantity: 2 } }
  expect(parts({ ...several, nextPrice: { cents: 12_500, from: '2027-01-01' } }).join(' | ')).toBe(
    'running 20000 | running 20000, prices 5000 | running 20000, prices 5000 | asCharged 1',
  )
  expect(parts({ nextPrice: { cents: 12_500, from: '2027-01-02' } })[1]).toBe('running 10000')
  const announced = { cents: 12_000, from: '2027-01-01' }
  // The quantity counts seats, months or both: the charge is a multiple of the price, or else the quantity decides.
  const quarter = { last: { cents: 30_000, from: '2026-10-01', months: 3, quantity: 3 } }
  for (const [price, quantity, prices] of [
    [10_000, 2, 6000],
    [7000, 3, 6000],
    [7000, 2, 42_000],
  ] as const) {
    const last = { ...quarter.last, quantity }
    expect(parts({ last, price, nextPrice: announced })[1]).toBe(`running 30000, prices ${prices}`)
  }
  // A price that was already charged does not count as announced.
  expect(parts({ nextPrice: { cents: 12_500, from: '2026-11-01' } })[0]).toBe('running 10000')
  // The license ends within a month: the whole month is charged, or only its days.
  expect(parts({ endsOn: '2027-01-16' }).join(' | ')).toBe(
    'running 10000 | running 10000 | running 10000, ending -10000 | asCharged 1',
  )
  expect(parts({ endsOn: '2027-02-15', prorates: true })[2]).toBe('running 10000, ending -5000')
  const lastDay = parts({ endsOn: '2026-12-31', prorates: true })
  expect(lastDay[0]).toBe('running 10000, ending -323')
  expect(parts({ ...quarter, endsOn: '2027-01-16', prorates: true })[1]).toBe('running 30000')
  expect(parts({ startsOn: '2026-12-17', prorates: true })[0]).toBe('running 10000, ending -5161')
  // The license is charged in advance.
  const ahead = parts({ last: { ...license.last!, from: '2027-01-01' } })
  expect(ahead.slice(0, 3)).toEqual(['', '', 'running 10000'])
  // A yearly license is charged when it is due.
  const year = { last: { ...license.last!, from: '2026-01-15', months: 12 } }
  expect(parts(year).join(' | ')).toBe(' | running 10000 |  | asCharged 1')
  expect(parts({ ...year, endsOn: '2027-01-15' })[1]).toBe('running 10000, ending -10000')
})

test('spreading does not return past charges; a charge that starts within a month is not split', () => {
  const spread = { isSpread: true }
  const quarter = { cents: 30_000, from: '2026-11-01', months: 3, quantity: 1 }
  expect(parts({ last: quarter, endsOn: '2026-10-15' }, spread).join(' | ')).toBe(
    'running 10000 | running 10000 | running 10000, ending -10000 | asCharged 1',
  )
  const next = { cents: 13_000, from: '2027-02-01' }
  const rising = { last: quarter, price: 10_000, nextPrice: next }
  expect(parts(rising, spread)[2]).toBe('running 10000, prices 3000')
  const middle = { ...quarter, cents: 101, from: '2026-11-15', months: 1 }
  expect(parts({ last: middle }, spread)[0]).toBe('running 101')
})

test('licenses without a bill: new licenses and orders count at their price, others are left out', () => {
  const unbilled = { last: null }
  expect(parts(unbilled).join(' | ')).toBe(' |  |  | notCharged 1')
  expect(parts(unbilled, { billsNameLicenses: false })[0]).toBe('running 12000')
  expect(parts({ ...unbilled, startsOn: '2026-11-20' }).join(' | ')).toBe(
    'starting 12000 | starting 12000 | starting 12000 | byRecord 1',
  )
  const later = { ...unbilled, startsOn: '2027-01-16', billingMonths: 3 }
  expect(parts(later).join(' | ')).toBe(' | starting 36000 |  | byRecord 1')
  const ordered = { ...unbilled, isOrdered: true, startsOn: '2026-10-01', isListPrice: true }
  expect(parts(ordered)[0]).toBe('starting 12000')
  expect(parts(ordered)[3]).toBe('byList 1')
  expect(parts({ ...ordered, price: null })[3]).toBe('unpriced 1')
  expect(parts(ordered, { isOfVisible: true })[3]).toBe('notCharged 1')
  expect(parts({ ...unbilled, isSuspended: true })[3]).toBe('suspended 1')
  // The license is still charged, so further charges are expected.
  expect(parts({ isSuspended: true })[3]).toBe('asCharged 1')
})

test('the months after the last one; none if they are over', () => {
  expect(monthsAfter('2026-11', '2026-11-26')).toEqual(months)
  expect(monthsAfter('2026-08', '2026-11-26')).toEqual(['2026-09', '2026-10', '2026-11'])
  expect(monthsAfter('2026-07', '2026-11-26')).toEqual([])
})

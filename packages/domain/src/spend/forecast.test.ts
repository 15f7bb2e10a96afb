import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  billedPlans,
  chargesOfPlan,
  type BilledPlan,
  type PlanCharge,
} from '../../test/billed-plans.ts'
import { forecastOf, monthsAfter, type ExpectedCharge, type ForecastContext } from './forecast.ts'
import { canBeSpread, spreadCharge } from './spread-charge.ts'

const months = ['2026-12', '2027-01', '2027-02']
const context: ForecastContext = {
  months,
  isSpread: false,
  billsNameLicenses: true,
  isOfVisible: false,
}

/** What the portal knows of it at the end of November 2026. The record keeps the announced price after its day. */
function known(plan: BilledPlan): ExpectedCharge {
  const { startsOn, endsOn, prorates, every, price, raised } = plan
  const last = chargesOfPlan(plan, '2026-11').findLast(({ isWhole }) => isWhole)
  return {
    count: 1,
    startsOn,
    endsOn,
    isSuspended: false,
    isOrdered: false,
    prorates,
    last: last ? { cents: last.cents, from: last.from, months: every, quantity: 1 } : null,
    price,
    isListPrice: false,
    billingMonths: every,
    nextPrice: raised,
  }
}

const runs = ({ endsOn }: BilledPlan) => endsOn === null || endsOn > '2026-11-30'
const sumOf = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0)
const expected = (charges: readonly ExpectedCharge[], more: Partial<ForecastContext> = {}) =>
  forecastOf(charges, { ...context, ...more }).months.map(
    ({ running, prices, starting, ending }) => running + prices + starting + ending,
  )

test('if all that changes was announced, the forecast is what will be charged', () => {
  fc.assert(
    fc.property(fc.array(billedPlans.filter(runs), { maxLength: 5 }), (all) => {
      const charged = months.map((month) =>
        sumOf(
          all.flatMap((plan) =>
            chargesOfPlan(plan, month).flatMap((one) => (one.month === month ? one.cents : [])),
          ),
        ),
      )
      expect(expected(all.map(known))).toEqual(charged)
    }),
  )
})

test('spread, each month has its shares of what was and will be charged', () => {
  const shares = ({ month, from, to, cents }: PlanCharge) =>
    canBeSpread(from, to) ? spreadCharge(cents, from, to) : [{ month, cents }]
  fc.assert(
    fc.property(fc.array(billedPlans.filter(runs), { maxLength: 5 }), (all) => {
      const charged = months.map((month) =>
        sumOf(
          all
            .flatMap((plan) => chargesOfPlan(plan, month).flatMap(shares))
            .flatMap((share) => (share.month === month ? share.cents : [])),
        ),
      )
      expect(expected(all.map(known), { isSpread: true })).toEqual(charged)
    }),
  )
})

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

test('what each month consists of', () => {
  expect(parts({ count: 3 }).join(' | ')).toBe(
    'running 30000 | running 30000 | running 30000 | asCharged 3',
  )
  // Several at once, at the announced price, from the first day that it holds on.
  const several = { last: { ...license.last!, cents: 20_000, quantity: 2 } }
  expect(parts({ ...several, nextPrice: { cents: 12_500, from: '2027-01-01' } }).join(' | ')).toBe(
    'running 20000 | running 20000, prices 5000 | running 20000, prices 5000 | asCharged 1',
  )
  expect(parts({ nextPrice: { cents: 12_500, from: '2027-01-02' } })[1]).toBe('running 10000')
  // A price that it was charged already is not announced.
  expect(parts({ nextPrice: { cents: 12_500, from: '2026-11-01' } })[0]).toBe('running 10000')
  // It ends within a month: that month is charged, or its days.
  expect(parts({ endsOn: '2027-01-16' }).join(' | ')).toBe(
    'running 10000 | running 10000 | running 10000, ending -10000 | asCharged 1',
  )
  expect(parts({ endsOn: '2027-02-15', prorates: true })[2]).toBe('running 10000, ending -5000')
  const lastDay = parts({ endsOn: '2026-12-31', prorates: true })
  expect(lastDay[0]).toBe('running 10000, ending -323')
  // A year is charged when it is due.
  const year = { last: { ...license.last!, from: '2026-01-15', months: 12 } }
  expect(parts(year).join(' | ')).toBe(' | running 10000 |  | asCharged 1')
  expect(parts({ ...year, endsOn: '2027-01-15' })[1]).toBe('running 10000, ending -10000')
})

test('spread, what was charged is not given back; a month that starts within one is not split', () => {
  const spread = { isSpread: true }
  const quarter = { cents: 30_000, from: '2026-11-01', months: 3, quantity: 1 }
  expect(parts({ last: quarter, endsOn: '2026-10-15' }, spread).join(' | ')).toBe(
    'running 10000 | running 10000 | running 10000, ending -10000 | asCharged 1',
  )
  const middle = { ...quarter, cents: 101, from: '2026-11-15', months: 1 }
  expect(parts({ last: middle }, spread)[0]).toBe('running 101')
})

test('what no bill charges yet: new ones and orders at their price; others are left out', () => {
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
  // It is charged, so it is expected to be.
  expect(parts({ isSuspended: true })[3]).toBe('asCharged 1')
})

test('the months after the last one; none if they are over', () => {
  expect(monthsAfter('2026-11', '2026-11-26')).toEqual(months)
  expect(monthsAfter('2026-08', '2026-11-26')).toEqual(['2026-09', '2026-10', '2026-11'])
  expect(monthsAfter('2026-07', '2026-11-26')).toEqual([])
})

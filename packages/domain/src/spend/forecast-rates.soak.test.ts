import { expect, test } from 'vitest'
import { Random } from '../../../../tools/demo/random.ts'
import { chargesOfPlan, type BilledPlan } from '../../test/billed-plans.ts'
import { addMonths } from '../kernel/month.ts'
import { forecastOf, type ExpectedCharge } from './forecast.ts'

const months = ['2026-12', '2027-01', '2027-02']
const day = (month: number, nth: number) =>
  `${addMonths('2024-01', month)}-${String(nth).padStart(2, '0')}`

interface Planned extends BilledPlan {
  list: number
  /** What happens was announced: an end by the record, a price by its day. */
  isAnnounced: boolean
}

/** The licenses of a company until 2027: discounts, quarters and years, people who come and leave, and rises of prices. */
function companyOf(seed: number): Planned[] {
  const random = new Random(seed)
  const rise = random.chance(0.15) ? random.whole(3, 8) : 0
  return Array.from({ length: random.whole(8, 80) }, () => {
    const list = random.pick([14_000, 25_000, 66_150, 157_500])
    const price = random.chance(0.6) ? Math.round(list * (1 - random.whole(5, 25) / 100)) : list
    const start = random.chance(0.07) ? random.whole(35, 37) : random.whole(0, 34)
    const leaves = random.chance(0.04)
    return {
      startsOn: day(start, random.whole(1, 28)),
      endsOn: leaves ? day(random.whole(35, 37), random.whole(1, 28)) : null,
      prorates: random.chance(0.3),
      every: random.pick([1, 1, 1, 1, 1, 1, 3, 12]),
      price,
      raised: rise > 0 ? { cents: Math.round(price * (1 + rise / 100)), from: '2027-01-01' } : null,
      list,
      isAnnounced: random.chance(0.5),
    }
  })
}

const known = (plan: Planned): ExpectedCharge | undefined => {
  const { startsOn, endsOn, isAnnounced, raised, every, prorates } = plan
  // A new license is known if it was ordered; an end, if someone told.
  if (startsOn > '2026-11-26' && !isAnnounced) return undefined
  if (endsOn !== null && endsOn <= '2026-11-26') return undefined
  const last = chargesOfPlan(plan, '2026-11').findLast(({ isWhole }) => isWhole)
  return {
    count: 1,
    startsOn,
    endsOn: isAnnounced ? endsOn : null,
    isSuspended: false,
    isOrdered: false,
    prorates,
    last: last ? { cents: last.cents, from: last.from, months: every, quantity: 1 } : null,
    price: plan.price,
    isListPrice: false,
    billingMonths: every,
    nextPrice: isAnnounced ? raised : null,
  }
}

test('of companies whose changes are announced half of the time, the forecast misses by little', () => {
  const missed: number[] = []
  const plainly: number[] = []
  for (let seed = 1; seed <= 300; seed += 1) {
    const plans = companyOf(seed)
    const held = plans.flatMap((plan) => known(plan) ?? [])
    const { months: expected } = forecastOf(held, {
      months,
      isSpread: false,
      billsNameLicenses: true,
      isOfVisible: false,
    })
    const list = plans
      .filter(
        ({ startsOn, endsOn }) => startsOn <= '2026-11-26' && (!endsOn || endsOn > '2026-11-26'),
      )
      .reduce((sum, one) => sum + one.list, 0)
    for (const { month, running, prices, starting, ending } of expected) {
      const real = plans
        .flatMap((plan) => chargesOfPlan(plan, month))
        .reduce((sum, one) => (one.month === month ? sum + one.cents : sum), 0)
      if (real === 0) continue
      missed.push(Math.abs(running + prices + starting + ending - real) / real)
      plainly.push(Math.abs(list - real) / real)
    }
  }
  const percent = (shares: number[], part: number) =>
    Math.round(shares.toSorted((a, b) => a - b)[Math.floor(shares.length * part)]! * 1000) / 10
  const rates = {
    median: percent(missed, 0.5),
    ninetieth: percent(missed, 0.9),
    'list price, every month': percent(plainly, 0.5),
  }
  console.log('error of the forecast in percent, 300 companies', rates)
  expect(missed.length).toBeGreaterThan(850)
  expect(rates.median).toBeLessThanOrEqual(2.9)
  expect(rates['list price, every month']).toBeGreaterThan(3 * rates.median)
})

import fc from 'fast-check'
import { addDays, daysBetween, type Day } from '../src/kernel/day.ts'
import { addMonths, type Month } from '../src/kernel/month.ts'

/** A license that the provider charges as it should. */
export interface BilledPlan {
  startsOn: Day
  /** The first day without it. */
  endsOn: Day | null
  /** The first and the last month are charged by their days, if it is charged every month. */
  prorates: boolean
  /** For how many months it is charged at once. */
  every: number
  /** In cents a month. */
  price: number
  raised: { cents: number; from: Day } | null
}

export interface PlanCharge {
  month: Month
  from: Day
  to: Day
  cents: number
  isWhole: boolean
}

const day = (months: number, nth: number): Day => addDays(`${addMonths('2024-01', months)}-01`, nth)

/** Licenses of 2024 to 2027: some have ended, some end, start or cost more from a day at the end of 2026 on. */
export const billedPlans: fc.Arbitrary<BilledPlan> = fc
  .record({
    startsOn: fc.tuple(fc.nat(38), fc.nat(27)),
    lasts: fc.option(fc.tuple(fc.nat(40), fc.nat(27))),
    prorates: fc.boolean(),
    every: fc.constantFrom(1, 1, 3, 12),
    price: fc.integer({ min: 0, max: 100_000 }),
    raised: fc.option(
      fc.record({
        cents: fc.nat(100_000),
        at: fc.tuple(fc.integer({ min: 30, max: 38 }), fc.nat(2)),
      }),
    ),
  })
  .map(({ startsOn: [month, nth], lasts, raised, ...plan }) => ({
    ...plan,
    startsOn: day(month, nth),
    endsOn: lasts && day(month + lasts[0] + 1, lasts[1]),
    raised: raised && { cents: raised.cents, from: day(...raised.at) },
  }))

/** All that is charged from the start of a license until a month, in the months in which it is charged. */
export function chargesOfPlan(plan: BilledPlan, until: Month): PlanCharge[] {
  const { startsOn, endsOn, prorates, every, price, raised } = plan
  const all: PlanCharge[] = []
  for (let month = startsOn.slice(0, 7); month <= until; month = addMonths(month, every)) {
    const start = `${month}-01`
    const end = `${addMonths(month, every)}-01`
    const days = daysBetween(start, end)
    const runs = daysBetween(
      startsOn > start ? startsOn : start,
      endsOn !== null && endsOn < end ? endsOn : end,
    )
    if (runs <= 0) break
    const whole = (raised && raised.from <= start ? raised.cents : price) * every
    const isPart = prorates && every === 1 && runs < days
    const cents = isPart ? Math.round((whole * runs) / days) : whole
    all.push({ month, from: start, to: addDays(end, -1), cents, isWhole: !isPart })
  }
  return all
}

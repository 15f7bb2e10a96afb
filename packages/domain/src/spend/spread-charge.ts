import { addDays, daysBetween, type Day } from '../kernel/day.ts'
import type { Cents } from '../kernel/money.ts'
import { addMonths, type Month } from '../kernel/month.ts'

/** A longer period probably belongs to a license without an end, not to a charge for that time. */
export const longestSpread = 60

/** The numbers of days of all months divide this number, so that shares of months are whole numbers. */
const wholeMonth = 28 * 29 * 30 * 31

/**
 * Returns whether a charge can be spread: its period must be longer than a month, and at most five years. A single month
 * that starts on the 15th is not spread, because this would halve the first and the last month of every bill.
 */
export function canBeSpread(from: Day, to: Day): boolean {
  return daysBetween(from, to) > 30 && addMonths(from.slice(0, 7), longestSpread) >= to.slice(0, 7)
}

/**
 * Spreads a charge over the months of its service period. A whole month gets one share, a partial month a fraction of a
 * share by its days. The parts sum exactly to the charge, and none has the opposite sign.
 */
export function spreadCharge(cents: Cents, from: Day, to: Day): { month: Month; cents: Cents }[] {
  const shares = sharesOf(from, to)
  const all = shares.reduce((sum, { share }) => sum + share, 0)
  let until = 0
  let spread = 0
  return shares.map(({ month, share }) => {
    until += share
    // The rounded sum up to this month, minus the sum of the previous months, so that roundings do not accumulate.
    const sum = portion(cents, until, all)
    const part = sum - spread
    spread = sum
    return { month, cents: part }
  })
}

/** Returns `cents * part / whole`, rounded half away from zero. The product may exceed 2^53. */
function portion(cents: Cents, part: number, whole: number): Cents {
  const doubled = 2n * BigInt(Math.abs(cents)) * BigInt(part)
  const rounded = Number((doubled + BigInt(whole)) / (2n * BigInt(whole)))
  // Avoids -0, which tests and JSON distinguish from 0.
  return cents < 0 && rounded > 0 ? -rounded : rounded
}

function sharesOf(from: Day, to: Day): { month: Month; share: number }[] {
  const last = to.slice(0, 7)
  const shares: { month: Month; share: number }[] = []
  for (let month = from.slice(0, 7); month <= last; month = addMonths(month, 1)) {
    const start = `${month}-01`
    const end = addDays(`${addMonths(month, 1)}-01`, -1)
    const days = daysBetween(from > start ? from : start, to < end ? to : end) + 1
    shares.push({ month, share: (days * wholeMonth) / (daysBetween(start, end) + 1) })
  }
  return shares
}

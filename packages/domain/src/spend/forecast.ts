import { addDays, daysBetween, type Day } from '../kernel/day.ts'
import type { Cents } from '../kernel/money.ts'
import { addMonths, monthsBetween, type Month } from '../kernel/month.ts'
import { canBeSpread, spreadCharge } from './spread-charge.ts'

export const forecastLength = 3

/** The last charge of a license, for whole months from a day on. */
export interface LastCharge {
  cents: Cents
  from: Day
  months: number
  quantity: number
}

/** Licenses that are alike, with what is known about their future charges. */
export interface ExpectedCharge {
  count: number
  /** The licenses' first day, and the first day without them; null if they run in all months of the forecast. */
  startsOn: Day | null
  endsOn: Day | null
  isSuspended: boolean
  /** An open order requests these licenses. */
  isOrdered: boolean
  /** The month of a start or an end is charged by the day. */
  prorates: boolean
  /** Null if no bill charges these licenses. */
  last: LastCharge | null
  /** The monthly price of the licenses, and whether it is the list price; null if unknown. */
  price: Cents | null
  isListPrice: boolean
  /** The number of months that one charge covers. */
  billingMonths: number
  /** The price in the record that applies from a later day. */
  nextPrice: { cents: Cents; from: Day } | null
}

/** The parts of a month of the forecast, in cents. Their sum is the expected charge. */
export interface ForecastMonth {
  month: Month
  /** Running licenses, at the price of their last charge. */
  running: Cents
  /** The effect of announced prices. */
  prices: Cents
  /** Licenses that start. */
  starting: Cents
  /** Licenses that end; never above zero. */
  ending: Cents
}

/** The number of licenses by kind of price, and the number that the forecast leaves out. */
export interface ForecastCounts {
  asCharged: number
  byRecord: number
  byList: number
  /** No bill charges these licenses, although bills charge others; or no bill that the reader may see. */
  notCharged: number
  suspended: number
  unpriced: number
}

export const noCounts: ForecastCounts = {
  asCharged: 0,
  byRecord: 0,
  byList: 0,
  notCharged: 0,
  suspended: 0,
  unpriced: 0,
}

export interface ForecastContext {
  /** The months after the last charged one. */
  months: readonly Month[]
  /** Charges for several months are spread over their months. */
  isSpread: boolean
  /** Bills name licenses, so a license that no bill names is not charged. */
  billsNameLicenses: boolean
  /** The reader sees only some bills, and other bills may charge licenses that these do not. */
  isOfVisible: boolean
}

/** What licenses were charged for periods that start in a month. */
export interface ChargedMonth {
  month: Month
  cents: Cents
  /** Counts only monthly charges, and of each license only the newest: how many start in this month, and their sum. */
  newest: number
  newestCents: Cents
}

/**
 * Returns the last charged month. A month does not count as charged because of a single early bill or a fee for it: more
 * must have been charged for it than is still due. If nothing is charged monthly, it is the month of the newest invoice,
 * or the month before today's.
 */
export function lastChargedMonth(
  charged: readonly ChargedMonth[],
  newestInvoice: Day,
  today: Day,
): Month {
  const months = new Map(charged.map((one) => [one.month, one]))
  const newest = charged
    .flatMap((one) => (one.newest > 0 ? one.month : []))
    .toSorted()
    .at(-1)
  if (newest === undefined) {
    const before = addMonths(today.slice(0, 7), -1)
    return newestInvoice.slice(0, 7) > before ? newestInvoice.slice(0, 7) : before
  }
  const sizeOf = (month: Month) => {
    const one = months.get(month)
    // Adds one cent for each charge, so that charges of zero count.
    return one ? one.newestCents + one.newest : 0
  }
  const before = addMonths(newest, -1)
  return sizeOf(before) > sizeOf(newest) ? before : newest
}

/** Returns the months after the last charged one; none if all of them are in the past. */
export function monthsAfter(last: Month, today: Day): Month[] {
  const months = Array.from({ length: forecastLength }, (_, at) => addMonths(last, at + 1))
  return months.some((month) => month >= today.slice(0, 7)) ? months : []
}

/**
 * Returns the expected charges of licenses: each as it was last charged, when it is due, at announced prices, from its
 * start to its end.
 */
export function forecastOf(
  charges: readonly ExpectedCharge[],
  context: ForecastContext,
): { months: ForecastMonth[]; counts: ForecastCounts } {
  const counts = { ...noCounts }
  const counted = charges.filter((charge) => {
    const way = wayOf(charge, context)
    counts[way] += charge.count
    return way === 'asCharged' || way === 'byRecord' || way === 'byList'
  })
  const months = context.months.map((month) => {
    const all = { ...nothing }
    for (const charge of counted) {
      const parts = partsOf(charge, month, context)
      for (const part of ['running', 'prices', 'starting', 'ending'] as const)
        all[part] += parts[part] * charge.count
    }
    return { month, ...all }
  })
  return { months, counts }
}

/** Returns how the price of licenses is known, or why they are left out. */
function wayOf(charge: ExpectedCharge, context: ForecastContext): keyof ForecastCounts {
  const { last, isSuspended, price, isListPrice } = charge
  // A suspended license may have been charged for the last time.
  if (isSuspended && !(last && last.from >= lastMonthOf(context))) return 'suspended'
  if (last) return 'asCharged'
  if (context.isOfVisible) return 'notCharged'
  if (context.billsNameLicenses && !isNew(charge, context)) return 'notCharged'
  // Without a start, the due month of such a license is unknown.
  if (charge.billingMonths > 1 && charge.startsOn === null) return 'notCharged'
  if (price === null) return 'unpriced'
  return isListPrice ? 'byList' : 'byRecord'
}

const lastMonthOf = ({ months: [first = ''] }: ForecastContext): Day => `${addMonths(first, -1)}-01`

/** Whether an order requests the license, or it started too late for the bills of the last month. */
const isNew = ({ startsOn, isOrdered }: ExpectedCharge, context: ForecastContext) =>
  isOrdered || (startsOn !== null && startsOn >= lastMonthOf(context))

const nothing = { running: 0, prices: 0, starting: 0, ending: 0 }

function partsOf(charge: ExpectedCharge, month: Month, context: ForecastContext) {
  const period = periodOf(charge, month, context)
  if (!period) return nothing
  const { from, to, isCharged, isSpread } = period
  const shareOf = (cents: Cents) =>
    isSpread
      ? (spreadCharge(cents, from, to).find((share) => share.month === month)?.cents ?? 0)
      : cents
  const before = priceOf(charge, null)
  const whole = priceOf(charge, from)
  const real = isCharged ? whole : inTime(whole, charge, from, to)
  if (!charge.last && isNew(charge, context)) return { ...nothing, starting: shareOf(real) }
  return {
    running: shareOf(before),
    prices: shareOf(whole) - shareOf(before),
    starting: 0,
    ending: shareOf(real) - shareOf(whole),
  }
}

interface Period {
  from: Day
  to: Day
  /** Bills have already charged the period; it only adds shares to later months. */
  isCharged: boolean
  /** The month contains a share of the charge, not all of it. */
  isSpread: boolean
}

/** Returns the period that is charged in a month: the one that starts in it, or the one of which it has a share. */
function periodOf(
  charge: ExpectedCharge,
  month: Month,
  context: ForecastContext,
): Period | undefined {
  const [first = ''] = context.months
  const { last, startsOn, billingMonths } = charge
  const length = last?.months ?? billingMonths
  const began = (last?.from ?? startsOn)?.slice(0, 7) ?? first
  // A license that the last bills could not contain yet is charged on the next ones.
  const anchor = !last && isNew(charge, context) && began < first ? first : began
  const since = monthsBetween(anchor, month)
  if (since < 0) return undefined
  const start = addMonths(anchor, since - (since % length))
  const isCharged = last !== null && start === anchor
  // A day that every month has.
  const day = last && last.from.slice(8) < '28' ? last.from.slice(7) : last ? '-28' : '-01'
  const from = `${start}${day}`
  const to = addDays(`${addMonths(start, length)}${day}`, -1)
  const isSpread = context.isSpread && canBeSpread(from, to)
  if (!isSpread && (isCharged || start !== month)) return undefined
  return { from, to, isCharged, isSpread }
}

/** Returns the price of a period that starts on a day; null if the price stays as it is. */
function priceOf(
  { last, price, billingMonths, nextPrice }: ExpectedCharge,
  from: Day | null,
): Cents {
  const isAnnounced =
    nextPrice !== null &&
    from !== null &&
    nextPrice.from <= from &&
    (!last || last.from < nextPrice.from)
  if (isAnnounced) return nextPrice.cents * (last ? unitsOf(last, price) : billingMonths)
  return last ? last.cents : (price ?? 0) * billingMonths
}

/** Returns how many monthly prices were charged. A line's quantity counts licenses, months, or both. */
function unitsOf({ cents, months, quantity }: LastCharge, price: Cents | null): number {
  if (price && cents > 0 && cents % price === 0) return cents / price
  return quantity % months === 0 ? quantity : quantity * months
}

/**
 * Returns the part of a charge for the days on which a license runs: the whole charge, unless the product is charged by the day.
 */
function inTime(cents: Cents, charge: ExpectedCharge, from: Day, to: Day): Cents {
  const { startsOn, endsOn, prorates } = charge
  const first = startsOn !== null && startsOn > from ? startsOn : from
  const end = endsOn !== null && endsOn <= to ? endsOn : addDays(to, 1)
  const days = daysBetween(first, end)
  if (days <= 0) return 0
  const all = daysBetween(from, to) + 1
  return prorates && all <= 31 ? Math.round((cents * days) / all) : cents
}

import { addDays, daysBetween, type Day } from '../kernel/day.ts'
import type { Cents } from '../kernel/money.ts'
import { addMonths, monthsBetween, type Month } from '../kernel/month.ts'
import { canBeSpread, spreadCharge } from './spread-charge.ts'

export const forecastLength = 3

/** What one license was charged last, for whole months from a day on. */
export interface LastCharge {
  cents: Cents
  from: Day
  months: number
  quantity: number
}

/** Licenses that are alike, with what is known of what they will be charged. */
export interface ExpectedCharge {
  count: number
  /** The first day of them, and the first day without them; null if the months of the forecast are all between. */
  startsOn: Day | null
  endsOn: Day | null
  isSuspended: boolean
  /** An order under way asks for them. */
  isOrdered: boolean
  /** A month at its start or end is charged by the day. */
  prorates: boolean
  /** Null if no bill charges them. */
  last: LastCharge | null
  /** What they cost a month, and whether that is the list price; null if it is not known. */
  price: Cents | null
  isListPrice: boolean
  /** For how many months they are charged at once. */
  billingMonths: number
  /** By the record, from a day on. */
  nextPrice: { cents: Cents; from: Day } | null
}

/** The parts of a month of the forecast, in cents. They sum to what is expected. */
export interface ForecastMonth {
  month: Month
  /** What runs, as it was charged last. */
  running: Cents
  /** What announced prices add. */
  prices: Cents
  /** What starts. */
  starting: Cents
  /** What ends; not above zero. */
  ending: Cents
}

/** How many licenses have which price, and how many the forecast leaves out. */
export interface ForecastCounts {
  asCharged: number
  byRecord: number
  byList: number
  /** No bill charges them, although bills charge others; or not one that the reader may see. */
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
  /** The months after the last one that is charged. */
  months: readonly Month[]
  /** Each month has its share of a charge for several. */
  isSpread: boolean
  /** Bills name licenses: one that none names is not charged. */
  billsNameLicenses: boolean
  /** The reader sees only some bills: what none of them charges may be charged by others. */
  isOfVisible: boolean
}

/** What licenses were charged for a time that begins in a month. */
export interface ChargedMonth {
  month: Month
  cents: Cents
  /** Of the charges for a month at a time, the newest of each license: how many begin in this month, and their sum. */
  newest: number
  newestCents: Cents
}

/**
 * Returns the last month that is charged. A bill that comes early, or a fee for a later month, does not make a month
 * charged: more must have been charged for it than is still due. If nothing is charged every month, it is the month of the
 * newest invoice, or the one before today.
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
    // One cent each, so that free ones count.
    return one ? one.newestCents + one.newest : 0
  }
  const before = addMonths(newest, -1)
  return sizeOf(before) > sizeOf(newest) ? before : newest
}

/** Returns the months after the last charged one; none if all of them are over. */
export function monthsAfter(last: Month, today: Day): Month[] {
  const months = Array.from({ length: forecastLength }, (_, at) => addMonths(last, at + 1))
  return months.some((month) => month >= today.slice(0, 7)) ? months : []
}

/**
 * Returns what licenses will be charged: each as it was charged last, when it is due, at announced prices, from its start
 * to its end.
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

/** From what the price of licenses is known, or why they are left out. */
function wayOf(charge: ExpectedCharge, context: ForecastContext): keyof ForecastCounts {
  const { last, isSuspended, price, isListPrice } = charge
  // A suspended one may have been charged for the last time.
  if (isSuspended && !(last && last.from >= lastMonthOf(context))) return 'suspended'
  if (last) return 'asCharged'
  if (context.isOfVisible) return 'notCharged'
  if (context.billsNameLicenses && !isNew(charge, context)) return 'notCharged'
  // When it is due is not known.
  if (charge.billingMonths > 1 && charge.startsOn === null) return 'notCharged'
  if (price === null) return 'unpriced'
  return isListPrice ? 'byList' : 'byRecord'
}

const lastMonthOf = ({ months: [first = ''] }: ForecastContext): Day => `${addMonths(first, -1)}-01`

/** An order asks for it, or it started too late for the bills of the last month. */
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
  /** Bills charge it already; it only has shares for the months to come. */
  isCharged: boolean
  /** The month has a share of it, not all of it. */
  isSpread: boolean
}

/** Returns the period that is charged in a month: the one that starts in it, or has a share of it. */
function periodOf(
  charge: ExpectedCharge,
  month: Month,
  context: ForecastContext,
): Period | undefined {
  const [first = ''] = context.months
  const { last, startsOn, billingMonths } = charge
  const length = last?.months ?? billingMonths
  const began = (last?.from ?? startsOn)?.slice(0, 7) ?? first
  // What the last bills could not charge yet is on the next ones.
  const anchor = !last && isNew(charge, context) && began < first ? first : began
  const since = monthsBetween(anchor, month)
  if (since < 0) return undefined
  const start = addMonths(anchor, since - (since % length))
  const isCharged = last !== null && start === anchor
  // Every month has this day.
  const day = last && last.from.slice(8) < '28' ? last.from.slice(7) : last ? '-28' : '-01'
  const from = `${start}${day}`
  const to = addDays(`${addMonths(start, length)}${day}`, -1)
  const isSpread = context.isSpread && canBeSpread(from, to)
  if (!isSpread && (isCharged || start !== month)) return undefined
  return { from, to, isCharged, isSpread }
}

/** What a period costs that starts on a day; null: as it is now. */
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

/** Returns how many monthly prices were charged. The quantity of a line is that of licenses, of months, or of both. */
function unitsOf({ cents, months, quantity }: LastCharge, price: Cents | null): number {
  if (price && cents > 0 && cents % price === 0) return cents / price
  return quantity % months === 0 ? quantity : quantity * months
}

/** The part of a charge for the days on which a license runs: all of it, unless the product is charged by the day. */
function inTime(cents: Cents, charge: ExpectedCharge, from: Day, to: Day): Cents {
  const { startsOn, endsOn, prorates } = charge
  const first = startsOn !== null && startsOn > from ? startsOn : from
  const end = endsOn !== null && endsOn <= to ? endsOn : addDays(to, 1)
  const days = daysBetween(first, end)
  if (days <= 0) return 0
  const all = daysBetween(from, to) + 1
  return prorates && all <= 31 ? Math.round((cents * days) / all) : cents
}

import { perWhole } from '../kernel/millionths.ts'
import { chargedMonth, type Bill, type BillLine } from '../changes/bill.ts'
import { addDays, startOfMonth, type Day } from '../kernel/day.ts'
import { addMonths, type Month } from '../kernel/month.ts'
import type { Grants, KnownLicense } from './grants.ts'
import { personName, type PersonName } from './person-names.ts'

/** A charge with the facts that the rules need. */
export interface ReadCharge {
  bill: Bill
  line: BillLine
  productId: string | undefined
  /** The id of the product, or its name in words if the catalog does not contain it. */
  product: string
  prorates: boolean | null
  isRecurring: boolean
  /** The person's name, with and without the part after a comma, which may be a first name or a place. */
  names: readonly PersonName[]
  /** The charged days; the days of the month if the line has none. */
  from: Day
  to: Day
  hasPeriod: boolean
  months: readonly Month[]
  /** The number of charged months; undefined if the days are not whole months. */
  monthCount: number | undefined
  /** The line charges a part of a month, so other lines may charge the rest. */
  isPart: boolean
}

/** Returns the lines of bills, the earliest bill first. */
export const chargesOf = (bills: readonly Bill[], grants: Grants): ReadCharge[] =>
  bills
    .toSorted((a, b) =>
      a.date === b.date ? (a.invoiceNumber < b.invoiceNumber ? -1 : 1) : a.date < b.date ? -1 : 1,
    )
    .flatMap((bill) => bill.lines.map((line) => readCharge(bill, line, grants)))

function readCharge(bill: Bill, line: BillLine, { productOf }: Grants): ReadCharge {
  const product = productOf(line)
  const month = chargedMonth(line, bill.serviceMonth)
  const from = line.servicePeriodStart ?? line.servicePeriodEnd ?? `${month}-01`
  const to = line.servicePeriodEnd ?? lastDay(from.slice(0, 7))
  const hasPeriod = Boolean(line.servicePeriodStart && line.servicePeriodEnd)
  return {
    bill,
    line,
    productId: product?.productId,
    product: product?.productId ?? line.words.product,
    prorates: product?.prorates ?? null,
    isRecurring: product?.isRecurring === true && !isOneTime({ line }),
    names: namesOf(line),
    from,
    to: to < from ? from : to,
    hasPeriod,
    months: monthsOf(from, to),
    monthCount: hasPeriod ? wholeMonths(from, to) : 1,
    isPart:
      line.chargeType === 'prorated' || (line.quantity !== null && line.quantity % perWhole !== 0n),
  }
}

function namesOf({ userName, words, note }: BillLine): PersonName[] {
  if (userName) return [personName(userName)].flatMap((name) => name ?? [])
  const [short, long] = [personName(words.names.join(' ')), personName(note)]
  if (!short || !long || short.text === long.text) return short ? [short] : []
  return [short, long]
}

const mostMonths = 36

export function monthsOf(from: Day, to: Day): Month[] {
  const months: Month[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addMonths(month, 1)) {
    months.push(month)
    if (months.length === mostMonths) break
  }
  return months.length > 0 ? months : [from.slice(0, 7)]
}

/** Returns how many whole months these days are, counted from any day of a month; undefined if they are not whole months. */
export function wholeMonths(from: Day, to: Day): number | undefined {
  const named = monthsOf(from, to).length
  // Some bills use the first day of the next period as the last day.
  const ends = [to, addDays(to, 1)]
  return [named, named - 1].find((count) => count > 0 && ends.includes(monthsLater(from, count)))
}

/** Returns the same day of a later month, or the last day of that month. */
function monthsLater(day: Day, count: number): Day {
  const month = addMonths(day.slice(0, 7), count)
  const same = `${month}${day.slice(7)}`
  const last = lastDay(month)
  return same < last ? same : last
}

/** Returns the last day of a month. */
export const lastDay = (month: Month): Day => addDays(`${addMonths(month, 1)}-01`, -1)

/** Taxes, credits and fees need no order. */
export const needsNone = ({ bill, line }: ReadCharge) =>
  bill.isLateFee ||
  line.isTax ||
  line.totalCents <= 0 ||
  line.chargeType === 'credit' ||
  line.chargeType === 'adjustment'

export const isOneTime = ({ line }: Pick<ReadCharge, 'line'>) => line.chargeType === 'oneTime'

/**
 * Returns whether a license is charged outside its time. Whole months are correct at both ends, unless the product is
 * charged by the day from its start. A one-time charge has no time limits: a setup fee precedes the start, a termination
 * fee follows the end.
 */
export function timeFault(
  charge: ReadCharge,
  { firstSince: since, until }: KnownLicense,
): 'afterEnd' | 'beforeStart' | undefined {
  if (isOneTime(charge)) return undefined
  const { from, to, hasPeriod, prorates, isPart } = charge
  if (until && (hasPeriod ? from > until : from.slice(0, 7) > until.slice(0, 7))) return 'afterEnd'
  if (!since) return undefined
  if (to < (hasPeriod ? since : startOfMonth(since))) return 'beforeStart'
  return prorates && hasPeriod && !isPart && from < since ? 'beforeStart' : undefined
}

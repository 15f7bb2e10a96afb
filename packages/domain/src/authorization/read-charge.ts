import { chargedMonth, type Bill, type BillLine } from '../changes/bill.ts'
import { addDays, startOfMonth, type Day } from '../kernel/day.ts'
import { addMonths, type Month } from '../kernel/month.ts'
import type { Grants, KnownLicense } from './grants.ts'
import { personName, type PersonName } from './person-names.ts'

/** A charge with what the rules ask for. */
export interface ReadCharge {
  bill: Bill
  line: BillLine
  productId: string | undefined
  prorates: boolean | null
  isRecurring: boolean
  /** The person it may name: with and without what follows a comma, which is a first name or a place. */
  names: readonly PersonName[]
  /** The days that it charges; of the month, if the line has none. */
  from: Day
  to: Day
  hasPeriod: boolean
  months: readonly Month[]
  /** It charges a part of a month, so others may charge the rest. */
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
  return {
    bill,
    line,
    productId: product?.productId,
    prorates: product?.prorates ?? null,
    isRecurring: product?.isRecurring === true && line.chargeType !== 'oneTime',
    names: namesOf(line),
    from,
    to: to < from ? from : to,
    hasPeriod: Boolean(line.servicePeriodStart && line.servicePeriodEnd),
    months: monthsOf(from, to),
    isPart:
      line.chargeType === 'prorated' || (line.quantity !== null && line.quantity % 10_000n !== 0n),
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

/** Returns the last day of a month. */
export const lastDay = (month: Month): Day => addDays(`${addMonths(month, 1)}-01`, -1)

/** Taxes, credits and fees need no order. */
export const needsNone = ({ bill, line }: ReadCharge) =>
  bill.isLateFee ||
  line.isTax ||
  line.totalCents <= 0 ||
  line.chargeType === 'credit' ||
  line.chargeType === 'adjustment'

/**
 * Whether a license is charged outside its time. Whole months are right at both ends, unless the product is charged by
 * the day from its start on.
 */
export function timeFault(
  { from, to, hasPeriod, prorates, isPart }: ReadCharge,
  { since, until }: KnownLicense,
): 'afterEnd' | 'beforeStart' | undefined {
  if (until && (hasPeriod ? from > until : from.slice(0, 7) > until.slice(0, 7))) return 'afterEnd'
  if (!since) return undefined
  if (to < (hasPeriod ? since : startOfMonth(since))) return 'beforeStart'
  return prorates && hasPeriod && !isPart && from < since ? 'beforeStart' : undefined
}

/** A license is charged once for a product and a month. */
export const slotKeys = (
  licenseId: string,
  { productId, months }: Pick<ReadCharge, 'productId' | 'months'>,
) => months.map((month) => `${licenseId}\n${productId}\n${month}`)

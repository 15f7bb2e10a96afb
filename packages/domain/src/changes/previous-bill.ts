import { monthsBetween, type Month } from '../kernel/month.ts'
import { subjectKey, type Bill, type BillLine } from './bill.ts'

/** Bills of a company by month, with the subjects of their lines counted in advance. */
export interface BillIndex {
  byMonth: ReadonlyMap<Month, readonly Counted[]>
  /** Bills that a later credit cancels in full, with the day of that credit. */
  creditedOn: ReadonlyMap<string, string>
}

interface Counted {
  bill: Bill
  lines: Counts
  products: Counts
  notes: Counts
}

interface Counts {
  of: ReadonlyMap<string, number>
  size: number
}

/** How many months back a predecessor is searched: that of a yearly bill is within these months. */
export const mostMonthsBack = 13
/** Bills that are less similar than this do not belong to one series. */
const leastAlike = 0.35

/** Prepares the bills of one company and currency. */
export function indexBills(bills: readonly Bill[]): BillIndex {
  const byMonth = new Map<Month, Counted[]>()
  const counted = bills.filter(hasPredecessor).map(count)
  for (const one of counted) {
    const month = one.bill.serviceMonth
    byMonth.set(month, [...(byMonth.get(month) ?? []), one])
  }
  return { byMonth, creditedOn: findCredited(counted, bills) }
}

/** Late fees, credits and bills without lines continue no other bill. */
export const hasPredecessor = (bill: Bill): boolean =>
  bill.amountCents > 0 && !bill.isLateFee && bill.lines.some((line) => !line.isTax)

/**
 * Returns the earlier bills that a bill continues, the most similar first: several if bills were merged, none if no
 * earlier bill is similar. All are from the nearest month that has one.
 */
export function findPrevious(bill: Bill, index: BillIndex): Bill[] {
  for (const month of monthsToSearch(bill, [...index.byMonth.keys()])) {
    const found = findPreviousIn(bill, index, month)
    if (found.length > 0) return found
  }
  return []
}

/** Returns the months with bills that the bill may continue: the nearest first, and its own month last. */
export function monthsToSearch(
  bill: Pick<Bill, 'serviceMonth'>,
  months: readonly Month[],
): Month[] {
  const earlier = months.filter((month) => {
    const back = monthsBetween(month, bill.serviceMonth)
    return back > 0 && back <= mostMonthsBack
  })
  return [...new Set(earlier.sort().reverse()), bill.serviceMonth]
}

/** Returns the bills of one month that a bill continues; in the bill's own month, the bill that it replaces. */
export function findPreviousIn(
  bill: Bill,
  { byMonth, creditedOn }: BillIndex,
  month: Month,
): Bill[] {
  if (!hasPredecessor(bill)) return []
  const it = count(bill)
  const isCredited = (other: Bill) => (creditedOn.get(other.id) ?? '9999') <= bill.date
  const isAlike = (other: Counted) => likeness(it, other) >= leastAlike
  const ofMonth = byMonth.get(month) ?? []
  if (month !== bill.serviceMonth) {
    const standing = ofMonth.filter((other) => !isCredited(other.bill))
    const ranked = byRank(it, standing)
    const best = ranked.find(isAlike)
    return best ? withMerged(it, best, ranked) : []
  }
  const replaced = ofMonth.filter(
    (other) =>
      other.bill.id !== bill.id &&
      other.bill.date <= bill.date &&
      isCredited(other.bill) &&
      isAlike(other),
  )
  const [best] = byRank(it, replaced)
  return best ? [best.bill] : []
}

/** Adds other bills of the month that were merged into this bill, the most similar first. */
function withMerged(it: Counted, best: Counted, ranked: readonly Counted[]): Bill[] {
  const merged = [best.bill]
  const left = new Map(it.lines.of)
  take(left, best)
  for (const other of ranked) {
    if (other === best) continue
    const supplied = common(left, other.lines)
    if (supplied < 0.1 * it.lines.size || supplied < 0.5 * other.lines.size) continue
    merged.push(other.bill)
    take(left, other)
  }
  return merged
}

function take(left: Map<string, number>, { lines }: Counted): void {
  for (const [key, most] of lines.of) {
    const there = left.get(key) ?? 0
    if (there > 0) left.set(key, Math.max(0, there - most))
  }
}

const byRank = (it: Counted, others: readonly Counted[]): Counted[] =>
  others
    .map((other) => ({ other, rank: rank(it, other) }))
    .sort((a, b) => b.rank - a.rank || (a.other.bill.id < b.other.bill.id ? -1 : 1))
    .map(({ other }) => other)

/** Similarity has the most weight; the names on the bills decide between similar bills. */
const rank = (it: Counted, other: Counted) =>
  likeness(it, other) +
  (it.bill.customerNumber === other.bill.customerNumber ? 0.3 : 0) +
  (it.bill.invoiceType === other.bill.invoiceType ? 0.2 : 0) +
  (it.bill.subsidiary === other.bill.subsidiary ? 0.05 : 0)

/**
 * Returns 0 to 1: one half for lines with the same subjects, the other half for the same products. If all products were
 * replaced, the bills of a series still name the same people or sites; this counts if there are more than two of them.
 */
function likeness(a: Counted, b: Counted): number {
  const alike = 0.5 * dice(a.lines, b.lines) + 0.5 * dice(a.products, b.products)
  const isSeries =
    a.bill.customerNumber === b.bill.customerNumber && a.bill.invoiceType === b.bill.invoiceType
  if (!isSeries || common(a.notes.of, b.notes) < 3) return alike
  return Math.max(alike, 0.5 * dice(a.notes, b.notes))
}

const dice = (a: Counts, b: Counts) =>
  a.size + b.size > 0 ? (2 * common(a.of, b)) / (a.size + b.size) : 0

function common(counts: ReadonlyMap<string, number>, other: Counts): number {
  const [small, large] = counts.size < other.of.size ? [counts, other.of] : [other.of, counts]
  let sum = 0
  for (const [key, times] of small) sum += Math.min(times, large.get(key) ?? 0)
  return sum
}

/** Cached, because the same bills are compared with many others. */
const countedBills = new WeakMap<Bill, Counted>()

function count(bill: Bill): Counted {
  const known = countedBills.get(bill)
  if (known) return known
  const lines = bill.lines.filter((line) => !line.isTax)
  const counted = {
    bill,
    lines: countOf(lines, ({ words }) => subjectKey(words)),
    products: countOf(lines, ({ words }) => words.product),
    notes: countOf(
      lines.filter(({ words }) => words.note),
      ({ words }) => words.note,
    ),
  }
  countedBills.set(bill, counted)
  return counted
}

function countOf(lines: readonly BillLine[], key: (line: BillLine) => string): Counts {
  const of = new Map<string, number>()
  for (const line of lines) of.set(key(line), (of.get(key(line)) ?? 0) + 1)
  return { of, size: lines.length }
}

const monthOf = ({ bill }: Counted): Month => bill.serviceMonth

/** A credit cancels one bill: the latest one of exactly its amount with the same subject. */
function findCredited(counted: readonly Counted[], bills: readonly Bill[]): Map<string, string> {
  const creditedOn = new Map<string, string>()
  const byAmount = new Map<number, Counted[]>()
  for (const one of counted) {
    const amount = one.bill.amountCents
    byAmount.set(amount, [...(byAmount.get(amount) ?? []), one])
  }
  const credits = bills.filter((bill) => bill.amountCents < 0)
  for (const credit of [...credits].sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const it = count(credit)
    const alike = byRank(it, byAmount.get(-credit.amountCents) ?? []).filter(
      (other) =>
        other.bill.date <= credit.date &&
        monthOf(other) <= credit.serviceMonth &&
        !creditedOn.has(other.bill.id) &&
        likeness(it, other) >= leastAlike,
    )
    const taken =
      alike.find((other) => monthOf(other) === credit.serviceMonth) ??
      alike.sort((a, b) => (monthOf(a) < monthOf(b) ? 1 : -1))[0]
    if (taken) creditedOn.set(taken.bill.id, credit.date)
  }
  return creditedOn
}

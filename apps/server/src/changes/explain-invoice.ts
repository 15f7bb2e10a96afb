import { monthsBetween } from '@portal/domain/kernel/month'
import {
  comparable,
  subjectKey,
  subjectWords,
  type Bill,
  type BillLine,
} from '@portal/domain/changes/bill'
import type { CauseFacts } from '@portal/domain/changes/change-causes'
import type { Compared } from '@portal/domain/changes/change-parts'
import { explainChange, type Change } from '@portal/domain/changes/explain-change'
import { pairLines, type ReplacedBy } from '@portal/domain/changes/pair-lines'
import {
  findPreviousIn,
  hasPredecessor,
  indexBills,
  monthsToSearch,
  type BillIndex,
} from '@portal/domain/changes/previous-bill'
import type { Tx } from '../platform/database/database.ts'
import { billedOn, type BillHead, type BillReader, type ReadBills } from './bills.queries.ts'
import { productOf, type Catalog } from './catalog.ts'

/** With more other bills than this, lines are not searched on other bills and in other months: too much would be read. */
const mostOtherBills = 40
const mostLookedBack = 60

/** Returns the bills with these heads, indexed for the search. */
type ReadIndex = (heads: readonly BillHead[]) => Promise<BillIndex>

/** Returns a function that caches each index: most bills of a month are compared with the same earlier bills. */
export function indexReading(readBills: ReadBills): ReadIndex {
  const kept = new Map<string, BillIndex>()
  return async (heads) => {
    const key = heads.map(({ id }) => id).join()
    const index = kept.get(key) ?? indexBills(await readBills(heads))
    kept.set(key, index)
    return index
  }
}

/** Returns the bills that a bill continues, of those that the reader may see. */
export const previousBills = async (
  readIndex: ReadIndex,
  bill: Bill,
  heads: readonly BillHead[],
): Promise<Bill[]> => (await previousAmong(readIndex, bill, heads, Infinity)) ?? []

/**
 * Returns the bills that a bill continues, searching at most a given number of bills; undefined if more would have to be
 * searched. Reads one month after the other, and stops at the first month with such a bill.
 */
export async function previousAmong(
  readIndex: ReadIndex,
  bill: Bill,
  heads: readonly BillHead[],
  most: number,
): Promise<Bill[] | undefined> {
  if (!hasPredecessor(bill)) return []
  const same = heads.filter(({ currency }) => currency === bill.currency)
  const candidates = same.filter(isCharge)
  const wanted = new Set<BillHead>()
  const months = candidates.map(({ serviceMonth }) => serviceMonth)
  for (const month of monthsToSearch(bill, months)) {
    const ofMonth = candidates.filter(({ serviceMonth }) => serviceMonth === month)
    for (const head of [...ofMonth, ...creditsAndTheirBills(ofMonth, same)]) wanted.add(head)
    if (wanted.size > most) return undefined
    const found = findPreviousIn(bill, await readIndex([...wanted]), month)
    if (found.length > 0) return found
  }
  return []
}

const isCharge = ({ amountCents, isLateFee }: BillHead) => amountCents > 0 && !isLateFee

/** Returns the other bills in the currency of the bill, without credits and late fees. */
export const otherCharges = (bill: BillHead, heads: readonly BillHead[]): BillHead[] =>
  heads.filter((head) => isCharge(head) && head.currency === bill.currency && head.id !== bill.id)

/** Returns credits that may cancel one of these bills, and all other bills that these credits may cancel instead. */
function creditsAndTheirBills(bills: readonly BillHead[], all: readonly BillHead[]): BillHead[] {
  const amounts = new Set(bills.map(({ amountCents }) => -amountCents))
  const credits = all.filter(({ amountCents }) => amounts.has(amountCents))
  const taken = new Set(credits.map(({ amountCents }) => -amountCents))
  return [...credits, ...all.filter(({ amountCents }) => taken.has(amountCents))]
}

export async function explainBill(
  tx: Tx,
  reader: BillReader,
  { readBills, readCatalog }: { readBills: ReadBills; readCatalog: () => Promise<Catalog> },
  bill: Bill,
  before: readonly Bill[],
  heads: readonly BillHead[],
): Promise<Change> {
  const catalog = await readCatalog()
  const pairing = pairLines(
    before.flatMap(({ lines }) => lines),
    bill.lines,
    replacedBy(catalog),
  )
  const elsewhere = await linesElsewhere(readBills, bill, before, heads, pairing)
  const monthsOf = await monthsOfLines(tx, reader, bill, before, heads, catalog, pairing)
  const facts: CauseFacts = {
    monthsOf,
    otherInvoiceOf: (line) => elsewhere.get(line),
    isPerUser: (line) => productOf(catalog, line)?.perUser === true,
  }
  const moved = new Set(elsewhere.keys())
  const compared: Compared = { ...pairing, movedAway: moved, movedHere: moved }
  return explainChange(before, bill, compared, facts)
}

function replacedBy(catalog: Catalog): ReplacedBy {
  return (name) => {
    const next = catalog.get(name)?.replacedBy
    const product = next ? catalog.get(next) : undefined
    return product ? product.names.map(comparable) : []
  }
}

type Unpaired = Pick<Compared, 'added' | 'removed'>

/** Returns unpaired lines that are now on another bill, or were there before, with the number of that invoice. */
async function linesElsewhere(
  readBills: ReadBills,
  bill: Bill,
  before: readonly Bill[],
  heads: readonly BillHead[],
  { added, removed }: Unpaired,
): Promise<Map<BillLine, string>> {
  const found = new Map<BillLine, string>()
  const month = before[0]?.serviceMonth
  if (added.length + removed.length === 0 || !month) return found
  const others = otherCharges(bill, heads).filter(
    ({ id, serviceMonth }) =>
      (serviceMonth === month || serviceMonth === bill.serviceMonth) &&
      !before.some((one) => one.id === id),
  )
  if (others.length > mostOtherBills) return found
  const read = await readBills(others)
  const now = read.filter(({ serviceMonth }) => serviceMonth === bill.serviceMonth)
  const then = read.filter(({ serviceMonth }) => serviceMonth === month)
  note(removed, now, then)
  note(added, then, now)
  return found

  /**
   * Notes a line as moved to another bill if the bills of its month contain the line more often than the bills of the
   * other month.
   */
  function note(lines: readonly BillLine[], where: readonly Bill[], not: readonly Bill[]) {
    const holders = new Map<string, string[]>()
    for (const other of where)
      for (const { words } of other.lines) {
        const key = subjectKey(words)
        holders.set(key, [...(holders.get(key) ?? []), other.invoiceNumber])
      }
    for (const { words } of not.flatMap((other) => other.lines))
      holders.get(subjectKey(words))?.shift()
    for (const line of lines) {
      const { words, isTax } = line
      const other = words.note && !isTax ? holders.get(subjectKey(words))?.pop() : undefined
      if (other) found.set(line, other)
    }
  }
}

/**
 * Returns after how many months an unpaired line is charged again: by the catalog, or because the lines of the year before
 * had that interval.
 */
async function monthsOfLines(
  tx: Tx,
  reader: BillReader,
  bill: Bill,
  before: readonly Bill[],
  heads: readonly BillHead[],
  catalog: Catalog,
  { added, removed }: Unpaired,
): Promise<CauseFacts['monthsOf']> {
  const lines = [...added, ...removed]
  const months = new Map<string, Set<string>>()
  if (lines.length > 0 && lines.length <= mostLookedBack) {
    const charges = heads.filter(
      ({ currency, amountCents }) => currency === bill.currency && amountCents > 0,
    )
    const monthOf = new Map(charges.map(({ id, serviceMonth }) => [id, serviceMonth]))
    for (const one of await billedOn(tx, reader, charges, lines)) {
      const month = monthOf.get(one.invoiceId)
      const key = subjectKey(subjectWords(one))
      if (month) months.set(key, (months.get(key) ?? new Set()).add(month))
    }
  }
  const isAdded = new Set(added)
  const then = before[0]?.serviceMonth ?? bill.serviceMonth
  return (line) => {
    const marked = productOf(catalog, line)?.billingMonths
    if (marked) return marked > 1 ? marked : undefined
    const month = isAdded.has(line) ? bill.serviceMonth : then
    const backs = [...(months.get(subjectKey(line.words)) ?? [])]
      .map((earlier) => monthsBetween(earlier, month))
      .filter((back) => back > 0)
    const nearest = Math.min(...backs)
    return [3, 6, 12].includes(nearest) ? nearest : undefined
  }
}

import { perWhole } from '../kernel/millionths.ts'
import { decimalsOf } from '../kernel/currencies.ts'
import type { Cents } from '../kernel/money.ts'
import { signOf, type Bill, type BillLine } from './bill.ts'
import type { Pair, Pairing } from './pair-lines.ts'

export const partKinds = [
  'added',
  'removed',
  'movedHere',
  'movedAway',
  'quantity',
  'price',
  'amount',
  'rounding',
  'oneTime',
  'partialMonth',
  'priorPeriod',
  'credit',
  'tax',
  'unitemized',
] as const
export type PartKind = (typeof partKinds)[number]

/** A part of the difference of two bills. It has no lines if it concerns the whole bills. */
export interface Part {
  kind: PartKind
  cents: Cents
  before?: BillLine
  after?: BillLine
  /** How the two lines were paired. */
  found?: Pair['found']
}

export interface Compared extends Pairing {
  /** Unpaired lines that moved to another bill of the same month, or from another bill. */
  movedAway: ReadonlySet<BillLine>
  movedHere: ReadonlySet<BillLine>
}

/**
 * Divides the difference between a bill and the earlier bills that it continues. The parts sum exactly to
 * `after.amountCents` minus the earlier amounts.
 */
export function changeParts(before: readonly Bill[], after: Bill, compared: Compared): Part[] {
  const parts: Part[] = compared.pairs.flatMap((pair) => partsOfPair(pair, after.currency))
  for (const line of compared.removed)
    parts.push({
      kind: kindOfOne(line) ?? (compared.movedAway.has(line) ? 'movedAway' : 'removed'),
      cents: 0 - line.totalCents,
      before: line,
    })
  for (const line of compared.added)
    parts.push({
      kind: kindOfOne(line) ?? (compared.movedHere.has(line) ? 'movedHere' : 'added'),
      cents: line.totalCents,
      after: line,
    })
  const unitemizedBefore = before.reduce((sum, bill) => sum + unitemized(bill), 0)
  parts.push({ kind: 'unitemized', cents: unitemized(after) - unitemizedBefore })
  return parts.filter(({ cents }) => cents !== 0)
}

const unitemized = ({ amountCents, lines }: Bill): Cents =>
  amountCents - lines.reduce((sum, line) => sum + line.totalCents, 0)

function partsOfPair({ before, after, found }: Pair, currency: string): Part[] {
  const cents = after.totalCents - before.totalCents
  if (cents === 0) return []
  const part = (kind: PartKind, share: Cents): Part => ({
    kind,
    cents: share,
    before,
    after,
    found,
  })
  const special = kindOfOne(after) ?? kindOfOne(before)
  if (special) return [part(special, cents)]
  if (isPartialMonth(before) !== isPartialMonth(after)) return [part('partialMonth', cents)]
  const [was, is] = [multiplied(before, currency), multiplied(after, currency)]
  if (!was || !is) return [part('amount', cents)]
  const quantity = roundedCents((is.quantity - was.quantity) * was.price, currency)
  const price = roundedCents((is.price - was.price) * is.quantity, currency)
  return [
    part('quantity', quantity),
    part('price', price),
    part('rounding', cents - quantity - price),
  ].filter(({ cents: share }) => share !== 0)
}

/** Returns the kind of a line that is not a recurring charge. */
function kindOfOne(line: BillLine): PartKind | undefined {
  if (line.isTax) return 'tax'
  if (line.chargeType === 'credit' || signOf(line) < 0) return 'credit'
  if (line.isPrior) return 'priorPeriod'
  return line.chargeType === 'oneTime' ? 'oneTime' : undefined
}

/**
 * A line is for a partial month if the books mark it, or if its words say so and a fraction or a number of days confirms them.
 */
export function isPartialMonth({ chargeType, quantity, description, note }: BillLine): boolean {
  if (chargeType) return chargeType === 'prorated'
  const text = `${description} ${note}`
  const days = /\b(\d{1,2}) of (\d{1,2}) days\b/i.exec(text)
  if (days) return Number(days[1]) < Number(days[2])
  const isFraction = quantity !== null && quantity % perWhole !== 0n
  return isFraction && /\b(partial|pro-?rated|pro rata|proration)\b/i.test(text)
}

/** Returns the factors of a line, or undefined if their product is not its total. */
function multiplied({ quantity, price, totalCents }: BillLine, currency: string) {
  if (!quantity || !price) return undefined
  const distance = Math.abs(totalCents - roundedCents(quantity * price, currency))
  return distance <= 1 ? { quantity, price } : undefined
}

/** Rounds a product of two numbers of millionths to minor units, half away from zero. */
export function roundedCents(product: bigint, currency: string): Cents {
  const unit = 10n ** BigInt(12 - decimalsOf(currency))
  const size = product < 0n ? -product : product
  const rounded = (2n * size + unit) / (2n * unit)
  return Number(product < 0n ? -rounded : rounded)
}

import type { BillLine } from '../changes/bill.ts'
import { decimalsOf } from '../kernel/currencies.ts'
import { numberOf, type Millionths } from '../kernel/millionths.ts'
import type { Cents } from '../kernel/money.ts'
import type { Authorization } from './authorization.ts'
import type { KnownLicense } from './grants.ts'
import { isOneTime, type ReadCharge } from './read-charge.ts'

/** Compares prices with those of the records, where it is certain which price was valid. */
export function checkPrices(
  charges: readonly ReadCharge[],
  states: Map<BillLine, Authorization>,
  isNewest: boolean,
) {
  const priced = charges.flatMap((charge) => {
    const found = states.get(charge.line)
    if (found?.state !== 'matched' || !found.license || charge.isPart) return []
    const { license } = found
    const { monthlyPrice, nextMonthlyPrice, nextPriceFrom, pricedOn, currency, productId } = license
    const { line, bill, monthCount } = charge
    if (monthCount === undefined || isOneTime(charge)) return []
    if (monthlyPrice === null || currency !== bill.currency || productId !== charge.productId)
      return []
    if (line.quantity === null || line.price === null) return []
    if (pricedOn !== null && bill.date < pricedOn) return []
    const size = { whole: numberOf(line.quantity), monthCount }
    const isNext = nextPriceFrom !== null && charge.to >= nextPriceFrom
    const isRight = [monthlyPrice, isNext ? nextMonthlyPrice : null].some(
      (cents) =>
        cents !== null &&
        (isPrice(line.totalCents, cents, size) ||
          (isUnitPrice(line.price, cents, bill.currency) &&
            line.totalCents < cents * seatMonths(size))),
    )
    return [{ charge, found, license, size, isRight, product: `${productId}\n${currency}` }]
  })
  const usual = usualPrices(priced)
  for (const { charge, found, license, size, isRight, product } of priced) {
    const isHigher = charge.line.totalCents > (license.monthlyPrice ?? 0) * seatMonths(size)
    if (isRight || !(isNewest || (isHigher && usual.get(product) === license.monthlyPrice)))
      continue
    states.set(charge.line, { ...found, state: 'toCheck', reason: 'otherPrice' })
  }
}

interface Priced {
  license: KnownLicense
  isRight: boolean
  product: string
}

/** Returns today's prices that most lines of a product have: these prices were already valid then. */
function usualPrices(priced: readonly Priced[]): Map<string, Cents> {
  const counts = new Map<string, { all: number; right: Map<Cents, number> }>()
  for (const { license, isRight, product } of priced) {
    const count = counts.get(product) ?? { all: 0, right: new Map<Cents, number>() }
    counts.set(product, count)
    count.all += 1
    const price = license.monthlyPrice
    if (isRight && price !== null) count.right.set(price, (count.right.get(price) ?? 0) + 1)
  }
  const usual = new Map<string, Cents>()
  for (const [product, { all, right }] of counts)
    for (const [price, lines] of right) if (lines > all / 2) usual.set(product, price)
  return usual
}

interface Size {
  /** The quantity in whole units: seats, or months. */
  whole: number
  monthCount: number
}

/** Whether a total equals this monthly price. A yearly price may differ by one cent per month. */
const isPrice = (totalCents: Cents, cents: Cents, size: Size): boolean =>
  [size.whole, size.monthCount, size.whole * size.monthCount].some(
    (count) => Math.abs(totalCents - cents * count) <= (count > 1 ? count : 0),
  )

/** Whether a line's unit price equals this price. If its total is lower, the line has a discount. */
const isUnitPrice = (price: Millionths | null, cents: Cents, currency: string): boolean =>
  price === BigInt(cents) * 10n ** BigInt(6 - decimalsOf(currency))

const seatMonths = ({ whole, monthCount }: Size) =>
  whole < 1 || whole === monthCount ? monthCount : whole * monthCount

import { decimalsOf } from '../kernel/currencies.ts'
import type { Cents } from '../kernel/money.ts'

// How the card provider counts a currency: docs.stripe.com/currencies, "Minor units in API amounts". As ISO 4217 does,
// but for these.
const otherDecimals: Record<string, number> = { ISK: 2, MGA: 0 }
/** UGX is described in two ways, which differ by a factor of a hundred; the others are not described. */
const notByCard = ['UGX', 'UYI', 'IQD', 'LYD', 'CLF', 'UYW']

/** Why a price cannot be charged to a card, or undefined if it can. */
export function cardPriceProblem(cents: Cents, currency: string): string | undefined {
  if (notByCard.includes(currency)) return `cannot be paid by card in ${currency}`
  return cents % smallestStep(currency) === 0
    ? undefined
    : `must have ${currency === 'MGA' ? 'no decimals' : 'at most 2 decimals'} to be paid by card in ${currency}`
}

/** A price in the unit in which the card provider counts. Throws a RangeError for one that cannot be charged. */
export function toCardUnits(cents: Cents, currency: string): number {
  const problem = cardPriceProblem(cents, currency)
  if (problem) throw new RangeError(`A price ${problem}: ${cents}`)
  return cents * cardUnitsPerCent(currency)
}

/** What the card provider counted, in minor units of the currency. */
export function fromCardUnits(units: number, currency: string): Cents {
  return Math.round(units / cardUnitsPerCent(currency))
}

function cardUnitsPerCent(currency: string): number {
  const decimals = decimalsOf(currency)
  return 10 ** ((otherDecimals[currency] ?? decimals) - decimals)
}

/** The provider takes no hundredths of MGA, and its partners do not take the last of three decimals. */
function smallestStep(currency: string): number {
  if (currency === 'MGA') return 100
  return decimalsOf(currency) === 3 ? 10 : 1
}

import { decimalsOf } from '../kernel/currencies.ts'
import { moneyWithCode, type Cents } from '../kernel/money.ts'

// The card provider's minor units (docs.stripe.com/currencies, "Minor units in API amounts") equal those of ISO 4217,
// except for these currencies.
const otherDecimals: Record<string, number> = { ISK: 2, MGA: 0 }
/** The provider accepts amounts of at most eight digits; more digits require an agreement with the provider. */
export const mostCardUnits = 99_999_999
/**
 * Currencies that cannot be charged: for UGX the provider documents two units that differ by a factor of 100, and it
 * documents none for the others.
 */
const notByCard = ['UGX', 'UYI', 'IQD', 'LYD', 'CLF', 'UYW']

/** Returns why a price cannot be charged to a card, or undefined if it can. */
export function cardPriceProblem(cents: Cents, currency: string): string | undefined {
  if (notByCard.includes(currency)) return `cannot be paid by card in ${currency}`
  const most = Math.floor(mostCardUnits / cardUnitsPerCent(currency))
  if (cents > most)
    return `is above ${moneyWithCode(most, currency)}, the most that can be paid by card at once`
  return cents % smallestStep(currency) === 0
    ? undefined
    : `must have ${currency === 'MGA' ? 'no decimals' : 'at most 2 decimals'} to be paid by card in ${currency}`
}

/** Converts a price to the card provider's unit. Throws a RangeError if the price cannot be charged. */
export function toCardUnits(cents: Cents, currency: string): number {
  const problem = cardPriceProblem(cents, currency)
  if (problem) throw new RangeError(`A price ${problem}: ${cents}`)
  return cents * cardUnitsPerCent(currency)
}

/** Converts an amount of the card provider to minor units of the currency. */
export function fromCardUnits(units: number, currency: string): Cents {
  return Math.round(units / cardUnitsPerCent(currency))
}

function cardUnitsPerCent(currency: string): number {
  const decimals = decimalsOf(currency)
  return 10 ** ((otherDecimals[currency] ?? decimals) - decimals)
}

/** The provider rejects hundredths of MGA, and the last of three decimals. */
function smallestStep(currency: string): number {
  if (currency === 'MGA') return 100
  return decimalsOf(currency) === 3 ? 10 : 1
}

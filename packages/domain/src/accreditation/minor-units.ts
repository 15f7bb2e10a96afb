import type { Cents } from '../kernel/money.ts'

// How card providers count a currency: docs.stripe.com/currencies, "Minor units in API amounts".
/** Have no smaller unit. */
const zeroDecimal = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
/** Have none either, but are counted in hundredths as they once were. */
const inWholeHundreds = ['ISK']
/** Have a smaller unit that is a thousandth. */
const threeDecimal = 'BHD JOD KWD OMR TND'.split(' ')

/** Currencies whose amounts must be whole. */
export const wholeCurrencies: readonly string[] = [...zeroDecimal, ...inWholeHundreds]

/** Is described in two ways, which differ by a factor of a hundred: nothing is sold in it by card. */
export const unclearCurrencies: readonly string[] = ['UGX']

/**
 * Hundredths of a currency, as the portal counts all money, in the unit in which a card provider counts it. Throws a
 * RangeError for an amount that the currency does not have.
 */
export function toMinorUnits(cents: Cents, currency: string): number {
  if (unclearCurrencies.includes(currency) || (wholeCurrencies.includes(currency) && cents % 100))
    throw new RangeError(`${cents / 100} ${currency} cannot be charged`)
  return (cents * unitsPerWhole(currency)) / 100
}

/** The way back, in hundredths. */
export function fromMinorUnits(units: number, currency: string): Cents {
  return Math.round((units * 100) / unitsPerWhole(currency))
}

function unitsPerWhole(currency: string): number {
  if (zeroDecimal.includes(currency)) return 1
  return threeDecimal.includes(currency) ? 1000 : 100
}

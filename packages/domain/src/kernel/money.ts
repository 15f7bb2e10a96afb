import { decimalsOf } from './currencies.ts'

/**
 * Whole minor units of a currency: hundredths of USD, thousandths of KWD, whole JPY. A JavaScript number is exact for them: an amount is at
 * most `mostCents`, a sum at most `mostExactCents`.
 */
export type Cents = number

/** The largest amount of a record: fifteen digits, which a JavaScript number always keeps. */
export const mostCents: Cents = 10 ** 15

/** The largest sum for which a decimal number still distinguishes minor units. */
const mostExactCents: Cents = 2 ** 52

/** A sum is so large that a decimal number would round it. */
export class InexactSum extends RangeError {
  override name = 'InexactSum'
  override message = 'These amounts are too large to be added exactly.'
}

const isExact = (cents: Cents) => Math.abs(cents) <= mostExactCents

const formats = new Map<string, Intl.NumberFormat>()

/**
 * Returns `$1,234.50`, `−€12.00`, `¥1,235`, `KWD 1.500`: en-US, with the currency's own decimals and a typographic minus
 * sign, for people; `decimalString` is for programs. A sum that is not exact any more is shown as `≈ $1,234.50`.
 */
export function formatMoney(cents: Cents, currency: string): string {
  let format = formats.get(currency)
  if (!format) {
    const digits = fractionDigits(currency)
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits })
    formats.set(currency, format)
  }
  // Passed as text, because a float of a large amount would be rounded.
  const digits = decimalText(cents, currency) as `${number}`
  return `${isExact(cents) ? '' : '≈ '}${withMinus(format.format(digits))}`
}

/** Returns `+$12.00`, `−$12.00` or `$0.00`. */
export const signedMoney = (cents: Cents, currency: string): string =>
  `${cents > 0 ? '+' : ''}${formatMoney(cents, currency)}`

/** Returns `$1,234.50 USD`, because several currencies use the sign `$`; and `KWD 1.250`, which has no sign. */
export function moneyWithCode(cents: Cents, currency: string): string {
  const money = formatMoney(cents, currency)
  return money.includes(currency) ? money : `${money} ${currency}`
}

/** Returns `$0.0125`: a unit price may be a fraction of a cent, and a rounded price would contradict the line's total. */
export function formatUnitPrice(price: number, currency: string): string {
  const digits = { ...fractionDigits(currency), maximumFractionDigits: 6 }
  return withMinus(price.toLocaleString('en-US', { style: 'currency', currency, ...digits }))
}

const quantities = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
export const formatQuantity = (quantity: number): string => quantities.format(quantity)

/** Replaces a hyphen, which is shorter than a plus sign and allows a line break after it. */
const withMinus = (amount: string) => amount.replace('-', '\u2212')

function fractionDigits(currency: string) {
  const digits = decimalsOf(currency)
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** Returns `1234.50`: plain digits for CSV and texts. Throws InexactSum instead of rounding. */
export function decimalString(cents: Cents, currency: string): string {
  if (!isExact(cents)) throw new InexactSum()
  return decimalText(cents, currency)
}

function decimalText(cents: Cents, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(cents)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${cents < 0 ? '-' : ''}${whole}${fraction}`
}

/** Returns the decimal number for the API and for spreadsheets. Throws InexactSum instead of rounding. */
export function fromCents(cents: Cents, currency: string): number {
  if (!isExact(cents)) throw new InexactSum()
  return cents / 10 ** decimalsOf(currency)
}

/** Reads the decimal number of an API call by its digits, because c / 100 * 100 is not c for one amount in eight. */
export function toCents(amount: number, currency: string): Cents {
  return Number(amount.toFixed(decimalsOf(currency)).replace('.', ''))
}

const decimal = /^[+-]?\d{1,16}(\.\d+)?$/

/**
 * Reads a decimal string or number with at most the decimals of its currency, up to `mostCents`. Returns undefined for
 * anything else: without rounding or float arithmetic.
 */
export function parseCents(value: string | number, currency: string): Cents | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (!decimal.test(text)) return undefined
  const decimals = decimalsOf(currency)
  const [whole = '0', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  if (fraction.length > decimals) return undefined
  const cents = Number(whole + fraction.padEnd(decimals, '0'))
  if (cents > mostCents) return undefined
  return text.startsWith('-') && cents !== 0 ? -cents : cents
}

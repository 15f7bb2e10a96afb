import { decimalsOf } from './currencies.ts'

/**
 * Whole minor units of a currency: hundredths of USD, thousandths of KWD, whole JPY. Safe as a number: amounts have at most
 * ten digits before the point and four after it.
 */
export type Cents = number

const formats = new Map<string, Intl.NumberFormat>()

/**
 * Returns `$1,234.50`, `−€12.00`, `¥1,235`, `KWD 1.500`: en-US, with the currency's own decimals. For people, so with a
 * minus sign; `decimalString` is for programs.
 */
export function formatMoney(cents: Cents, currency: string): string {
  let format = formats.get(currency)
  if (!format) {
    const digits = fractionDigits(currency)
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits })
    formats.set(currency, format)
  }
  return withMinus(format.format(fromCents(cents, currency)))
}

/** Returns `+$12.00`, `−$12.00` or `$0.00`. */
export const signedMoney = (cents: Cents, currency: string): string =>
  `${cents > 0 ? '+' : ''}${formatMoney(cents, currency)}`

/** Returns `$1,234.50 USD`: `$` is the sign of several currencies. */
export const moneyWithCode = (cents: Cents, currency: string): string =>
  `${formatMoney(cents, currency)} ${currency}`

/** Returns `$0.0125`: a unit price may be a fraction of a cent; rounding it would contradict the line's total. */
export function formatUnitPrice(price: number, currency: string): string {
  const digits = { ...fractionDigits(currency), maximumFractionDigits: 4 }
  return withMinus(price.toLocaleString('en-US', { style: 'currency', currency, ...digits }))
}

/** A hyphen is shorter than a plus sign, and a line may break after it. */
const withMinus = (amount: string) => amount.replace('-', '\u2212')

function fractionDigits(currency: string) {
  const digits = decimalsOf(currency)
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** Returns `1234.50`: plain digits for CSV and texts, exact for every amount in the portal. */
export function decimalString(cents: Cents, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(cents)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${cents < 0 ? '-' : ''}${whole}${fraction}`
}

/** Returns the decimal number for the API and for spreadsheets. */
export function fromCents(cents: Cents, currency: string): number {
  return cents / 10 ** decimalsOf(currency)
}

/** Reads the decimal number of an API call. It rounds because c / 100 * 100 is not c for one amount in eight. */
export function toCents(amount: number, currency: string): Cents {
  return Math.round(amount * 10 ** decimalsOf(currency))
}

const decimal = /^[+-]?\d{1,10}(\.\d+)?$/

/**
 * Reads a decimal string or number with at most the decimals of its currency and ten digits before them. Returns undefined
 * for anything else: no rounding, no float arithmetic.
 */
export function parseCents(value: string | number, currency: string): Cents | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (!decimal.test(text)) return undefined
  const decimals = decimalsOf(currency)
  const [whole = '0', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  if (fraction.length > decimals) return undefined
  const cents = Number(whole + fraction.padEnd(decimals, '0'))
  return text.startsWith('-') && cents !== 0 ? -cents : cents
}

import { decimalsOf, isCurrency } from '@portal/domain/kernel/currencies'
import { decimalString, mostCents, parseCents } from '@portal/domain/kernel/money'
import { Fault, type Cell, type ValueType } from './cells.ts'

export const currency: ValueType = {
  words: 'currency code of ISO 4217',
  schema: { type: 'string', pattern: '^[A-Z]{3}$' },
  read(value) {
    if (isCurrency(value)) return value
    const shown = shownIf(/^\w{1,10}$/, value)
    return new Fault(`${shown}is not a currency of ISO 4217 with decimals, such as USD`)
  },
}

// The usual form of amounts: for this form, removing the decimal point replaces half a million calls of the general parser.
const plainAmount = /^-?[1-9]\d{0,12}\.\d\d$/

/** A decimal text or number, with at most the decimals of the record's currency, stored as whole minor units. */
export const cents: ValueType = {
  words: 'amount, such as "12.50"',
  schema: {
    type: ['string', 'number'],
    pattern: '^[+-]?\\d{1,16}(\\.\\d{1,4})?$',
    minimum: -mostCents,
    maximum: mostCents,
  },
  read: readCents,
}

function readCents(value: unknown, currency: string | undefined): Cell {
  if (currency === undefined) return '0'
  const decimals = decimalsOf(currency)
  if (decimals === 2 && typeof value === 'string' && plainAmount.test(value))
    return value.slice(0, -3) + value.slice(-2)
  const amount =
    typeof value === 'string' || typeof value === 'number' ? parseCents(value, currency) : undefined
  return amount === undefined ? notAmount(value, currency, decimals) : String(amount)
}

function notAmount(value: unknown, currency: string, decimals: number): Fault {
  const shown = shownIf(/^[+-]?[\d.]{1,30}$/, value)
  const most = decimals === 0 ? 'no decimals' : `at most ${decimals} decimals`
  return new Fault(
    `${shown}is not an amount in ${currency} with ${most} within +/-${decimalString(mostCents, currency)}`,
  )
}

/** Repeats a value to its sender only if the value is harmless: any other text could contain anything. */
function shownIf(harmless: RegExp, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return harmless.test(String(value)) ? `${value} ` : ''
}

/** Like `cents`, but not negative. */
export const positiveCents: ValueType = {
  words: 'amount, not negative',
  schema: { ...cents.schema, minimum: 0 },
  read(value, currency) {
    const cell = readCents(value, currency)
    return typeof cell === 'string' && cell.startsWith('-') ? negative : cell
  },
}
const negative = new Fault('is negative')

const sixDecimals = /^[+-]?\d{1,15}(\.\d{1,6})?$/
/** The number of digits that a JavaScript number keeps of any decimal text. */
const mostDigits = 15

/** A quantity or unit price: at most 6 decimals and 15 digits, stored with its exact digits. */
export const decimal: ValueType = {
  words: 'number, at most 6 decimals and 15 digits',
  schema: { ...cents.schema, pattern: sixDecimals.source },
  read(value) {
    const digits = typeof value === 'number' ? String(value) : value
    if (typeof digits !== 'string' || !sixDecimals.test(digits)) return notDecimal
    return digits.length <= mostDigits || digitCount(digits) <= mostDigits ? digits : notDecimal
  },
}
const notDecimal = new Fault('is not a number with at most 6 decimals and 15 digits')

/** Counts digits without the zeros that have no value: 250.000000 has three digits. */
function digitCount(text: string): number {
  const [whole = '', fraction = ''] = text.replace(/^[+-]?0*/, '').split('.')
  const kept = fraction.replace(/0*$/, '')
  return kept ? (whole + kept).replace(/^0*/, '').length : whole.length
}

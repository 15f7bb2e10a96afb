import { decimalsOf, isCurrency } from '@portal/domain/kernel/currencies'
import { parseCents } from '@portal/domain/kernel/money'
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

// The usual form of amounts. Removing the decimal point saves the general parser half a million
// runs.
const plainAmount = /^-?[1-9]\d{0,9}\.\d\d$/

/**
 * Decimal text or number with at most the decimals of the record's currency, as whole minor units.
 */
export const cents: ValueType = {
  words: 'amount, such as "12.50"',
  schema: {
    type: ['string', 'number'],
    pattern: '^[+-]?\\d{1,10}(\\.\\d{1,4})?$',
    minimum: -9_999_999_999.9999,
    maximum: 9_999_999_999.9999,
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
  const bound = `+/-9,999,999,999${decimals === 0 ? '' : `.${'9'.repeat(decimals)}`}`
  return new Fault(`${shown}is not an amount in ${currency} with ${most} within ${bound}`)
}

/** Repeats a value to its sender only if it is harmless: other texts could contain anything. */
function shownIf(harmless: RegExp, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return harmless.test(String(value)) ? `${value} ` : ''
}

/** The same, but not negative. */
export const positiveCents: ValueType = {
  words: 'amount, not negative',
  schema: { ...cents.schema, minimum: 0 },
  read(value, currency) {
    const cell = readCents(value, currency)
    return typeof cell === 'string' && cell.startsWith('-') ? negative : cell
  },
}
const negative = new Fault('is negative')

const fourDecimals = /^[+-]?\d{1,10}(\.\d{1,4})?$/

/** A quantity or unit price: at most 4 decimals, stored with its exact digits. */
export const decimal: ValueType = {
  words: 'number, at most 4 decimals',
  schema: { ...cents.schema, pattern: fourDecimals.source },
  read(value) {
    const digits = typeof value === 'number' ? String(value) : value
    return typeof digits === 'string' && fourDecimals.test(digits) ? digits : notDecimal
  },
}
const notDecimal = new Fault('is not a number with at most 4 decimals within +/-9,999,999,999.9999')

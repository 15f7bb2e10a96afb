import { parseIsoDay } from '@portal/domain/kernel/day'
import { decimalsOf, isCurrency } from '@portal/domain/kernel/currencies'
import { parseCents } from '@portal/domain/kernel/money'
import { Fault, textCell, type ReadAmount, type ReadCell } from './cells.ts'

const notText = new Fault('is not a text')

function matching(pattern: RegExp, otherwise: string): ReadCell {
  const fault = new Fault(otherwise)
  return (value) => {
    if (typeof value !== 'string') return notText
    return pattern.test(value) ? value : fault
  }
}

/** Text of any script, kept as sent. Lengths are counted in characters, as PostgreSQL counts them. */
export function text(longest: number, shortest = 0): ReadCell {
  const tooLong = new Fault(`is longer than ${longest} characters`)
  const empty = new Fault('is empty')
  return (value) => {
    if (typeof value !== 'string') return notText
    if (value.length > longest && [...value].length > longest) return tooLong
    return value.length < shortest ? empty : textCell(value)
  }
}

/** The provider's own number of something: one line, never empty. */
export function key(longest: number): ReadCell {
  const read = text(longest, 1)
  const manyLines = new Fault('has more than one line')
  return (value) => (typeof value === 'string' && /[\t\n]/.test(value) ? manyLines : read(value))
}

export const accountId = matching(
  /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/,
  'is not an account id (letters, digits, _ . -, at most 64)',
)

// The address rule of HTML forms; linear, and without quotes, comments or line ends.
export const email = matching(
  /^(?=.{3,254}$)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/,
  'is not an e-mail address',
)

export const currency: ReadCell = (value) => {
  if (isCurrency(value)) return value
  const shown = shownIf(/^\w{1,10}$/, value)
  return new Fault(`${shown}is not a currency of ISO 4217 with decimals, such as USD`)
}
export const month = matching(/^(19|2[01])\d\d-(0[1-9]|1[0-2])$/, 'is not a month (2026-10)')

// As nearly every amount is written; cutting out the point spares a general parser half a million runs.
const plainAmount = /^-?[1-9]\d{0,9}\.\d\d$/

/** Decimal text or number with at most the decimals of the record's currency, as whole minor units. */
export const cents: ReadAmount = (value, currency) => {
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

/** A value is repeated to its sender only if it looks harmless: other texts could be anything. */
function shownIf(harmless: RegExp, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return harmless.test(String(value)) ? `${value} ` : ''
}

/** The same, not below zero. */
export const positiveCents: ReadAmount = (value, currency) => {
  const cell = cents(value, currency)
  return typeof cell === 'string' && cell.startsWith('-') ? negative : cell
}
const negative = new Fault('is negative')

const anyUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A UUID, in lower case: `ABC…` and `abc…` are the same one. */
export const uuid: ReadCell = (value) =>
  typeof value === 'string' && anyUuid.test(value)
    ? value.toLowerCase()
    : new Fault('is not a payment id (a UUID)')

/** A quantity or unit price: at most 4 decimals, kept as decimal digits. */
export const decimal: ReadCell = (value) => {
  const digits = typeof value === 'number' ? String(value) : value
  if (typeof digits !== 'string' || !/^[+-]?\d{1,10}(\.\d{1,4})?$/.test(digits)) return notDecimal
  return digits
}
const notDecimal = new Fault('is not a number with at most 4 decimals within +/-9,999,999,999.9999')

// Every month has these; only for the others a calendar is asked.
const plainDay = /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/

/** An ISO calendar day that exists. */
export const day: ReadCell = (value) => {
  if (typeof value !== 'string') return notDay
  return plainDay.test(value) ? value : (parseIsoDay(value) ?? notDay)
}
const notDay = new Fault('is not a date (2026-10-31)')

const isoInstant =
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-][01]\d:[0-5]\d)$/

/** An ISO instant with its zone. */
export const instant: ReadCell = (value) => {
  if (typeof value !== 'string' || !isoInstant.test(value) || !parseIsoDay(value.slice(0, 10)))
    return new Fault('is not a time (2026-10-31T09:30:00Z)')
  return new Date(value).toISOString()
}

/** An instant, or a day, which begins at midnight UTC. */
export const instantOrDay: ReadCell = (value) => {
  const wholeDay = day(value)
  return wholeDay instanceof Fault ? instant(value) : `${wholeDay}T00:00:00.000Z`
}

export const flag: ReadCell = (value) =>
  typeof value === 'boolean' ? (value ? 't' : 'f') : new Fault('is not true or false')

export function wholeNumber(least: number, most: number): ReadCell {
  return (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? String(value)
      : new Fault(`is not a whole number from ${least} to ${most}`)
}

export function oneOf(words: readonly string[]): ReadCell {
  return (value) =>
    typeof value === 'string' && words.includes(value)
      ? value
      : new Fault(`is none of: ${words.join(', ')}`)
}

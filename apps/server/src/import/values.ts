import { parseIsoDay } from '@portal/domain/kernel/day'
import { portalForm } from '@portal/domain/licenses/order-number'
import { Fault, isBlank, nullCell, textCell, type Named, type ValueType } from './cells.ts'

const notText = new Fault('is not a text')

function matching(pattern: RegExp, otherwise: string, words: string, longest?: number): ValueType {
  const fault = new Fault(otherwise)
  return {
    words,
    schema: { type: 'string', pattern: pattern.source, ...(longest && { maxLength: longest }) },
    read(value) {
      if (typeof value !== 'string') return notText
      return pattern.test(value) && value.length <= (longest ?? Infinity) ? value : fault
    },
  }
}

/** Text in any script, stored as sent. Lengths are counted in characters, as in PostgreSQL. */
export function text(longest: number, shortest: 0 | 1 = 0): ValueType {
  const tooLong = new Fault(`is longer than ${longest} characters`)
  const empty = new Fault('is empty')
  const blank = new Fault('is blank')
  return {
    words: `text, ${shortest ? `${shortest} to` : 'at most'} ${longest.toLocaleString('en-US')} characters`,
    schema: {
      type: 'string',
      pattern: '^[^\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]*$',
      ...(shortest && { minLength: shortest }),
      maxLength: longest,
    },
    read(value) {
      if (typeof value !== 'string') return notText
      if (value.length > longest && [...value].length > longest) return tooLong
      if (value.length < shortest) return empty
      return shortest > 0 && isBlank(value) ? blank : textCell(value)
    },
  }
}

/** The provider's number of an object: one line, never blank. */
export function key(longest: number, names?: Named): ValueType {
  const { schema, read } = text(longest, 1)
  const manyLines = new Fault('has more than one line')
  return {
    words: `one line of text, 1 to ${longest} characters`,
    schema: { ...schema, pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]+$' },
    read: (value, currency) =>
      typeof value === 'string' && /[\t\n]/.test(value) ? manyLines : read(value, currency),
    ...(names && { names }),
  }
}

/** The form of a portal id, also with lower case, blanks or zeros added by people and systems. No other id may have this form. */
export const portalLike = /^\s*P-\d+\s*$/i

export const portalId = matching(
  portalForm,
  'is not an id of the portal (P-79)',
  'id of the portal, such as P-79',
)

/** One line of text. A blank text counts as absent. */
export function line(longest: number, names?: Named): ValueType {
  const { schema, read } = key(longest)
  return {
    words: `one line of text, at most ${longest} characters`,
    schema: {
      type: 'string',
      pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$',
      maxLength: schema.maxLength!,
    },
    read: (value, currency) =>
      typeof value === 'string' && isBlank(value) ? nullCell : read(value, currency),
    ...(names && { names }),
  }
}

export const accountId: ValueType = {
  ...matching(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/,
    'is not an account id (letters, digits, _ . -, at most 64)',
    'account id',
  ),
  names: 'company',
}

export const categoryName: ValueType = { ...text(200, 1), names: 'invoiceCategory' }

// The rule for addresses in HTML forms. It runs in linear time and allows no quotes, comments or line ends.
export const email = matching(
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/,
  'is not an email address',
  'email address, at most 254 characters',
  254,
)

export const month = matching(
  /^(19|2[01])\d\d-(0[1-9]|1[0-2])$/,
  'is not a month (2026-10)',
  'month, such as 2026-10',
)

const anyUuid = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/

/** A UUID, in lower case: `ABC…` and `abc…` are the same. */
function uuidOf(what: string): ValueType {
  return {
    words: `${what} (a UUID)`,
    schema: { type: 'string', pattern: anyUuid.source },
    read: (value) =>
      typeof value === 'string' && anyUuid.test(value)
        ? value.toLowerCase()
        : new Fault(`is not a ${what} (a UUID)`),
  }
}
export const paymentId = uuidOf('payment id')
export const questionId = uuidOf('question id')

// Days that every month has; only other days need the calendar.
const plainDay = /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/

/** A day that exists, in ISO format. */
export const day: ValueType = {
  words: 'day, such as 2026-10-31',
  schema: {
    type: 'string',
    pattern: '^(19|2[01])\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  },
  read(value) {
    if (typeof value !== 'string') return notDay
    return plainDay.test(value) ? value : (parseIsoDay(value) ?? notDay)
  },
}
const notDay = new Fault('is not a date (2026-10-31)')

const isoInstant =
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-][01]\d:[0-5]\d)$/

/** An instant in ISO format, with its zone. */
export const instant: ValueType = {
  words: 'instant, such as 2026-10-31T09:30:00Z',
  schema: { type: 'string', pattern: isoInstant.source },
  read(value) {
    if (typeof value !== 'string' || !isoInstant.test(value) || !parseIsoDay(value.slice(0, 10)))
      return new Fault('is not a time (2026-10-31T09:30:00Z)')
    return new Date(value).toISOString()
  },
}

/** An instant, or a day, which means midnight UTC. */
export const instantOrDay: ValueType = {
  words: 'instant or day (from midnight UTC)',
  schema: { type: 'string', pattern: `${day.schema.pattern}|${isoInstant.source}` },
  read(value, currency) {
    const wholeDay = day.read(value, currency)
    return typeof wholeDay === 'string'
      ? `${wholeDay}T00:00:00.000Z`
      : instant.read(value, currency)
  },
}

export const flag: ValueType = {
  words: 'true or false',
  schema: { type: 'boolean' },
  read: (value) =>
    typeof value === 'boolean' ? (value ? 't' : 'f') : new Fault('is not true or false'),
}

/** Whether a list is present: an empty list says that there is nothing, an absent one says nothing. */
export const presence: ValueType = {
  ...flag,
  read: (value) => (Array.isArray(value) ? 't' : 'f'),
}

export function wholeNumber(least: number, most: number): ValueType {
  return {
    words: `whole number, ${least} to ${most.toLocaleString('en-US')}`,
    schema: { type: 'integer', minimum: least, maximum: most },
    read: (value) =>
      Number.isInteger(value) && Number(value) >= least && Number(value) <= most
        ? String(value)
        : new Fault(`is not a whole number from ${least} to ${most}`),
  }
}

export function oneOf(words: readonly string[]): ValueType {
  return {
    words: `one of: ${words.join(', ')}`,
    schema: { type: 'string', enum: words },
    read: (value) =>
      typeof value === 'string' && words.includes(value)
        ? value
        : new Fault(`is none of: ${words.join(', ')}`),
  }
}

export function oneOfNumbers(numbers: readonly number[]): ValueType {
  return {
    words: `one of: ${numbers.join(', ')}`,
    schema: { type: 'integer', enum: numbers },
    read: (value) =>
      numbers.some((number) => number === value)
        ? String(value)
        : new Fault(`is none of: ${numbers.join(', ')}`),
  }
}

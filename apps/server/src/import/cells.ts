/** Why a value was rejected, worded for its sender. The field's name precedes the text. */
export class Fault {
  constructor(readonly reason: string) {}
}

/** The text of one cell in COPY's text format. */
export type Cell = string | Fault

/** Reads a value that is present. An amount also needs its record's currency, which is undefined if invalid. */
export type ReadCell = (value: unknown, currency: string | undefined) => Cell

/** A type of value: how it is read, and what its sender must know about it. */
export interface ValueType {
  read: ReadCell
  /** For people: `text, 1 to 64 characters`. */
  words: string
  /** For programs: as much of the rule as a schema of one value can express. */
  schema: ValueSchema
  /** What the value names. */
  names?: Named
}

/** What records name by a text of their sender. Spellings of the text are compared as `spelling_key()` does (decision 0019). */
export type Named =
  | 'company'
  | 'invoiceCategory'
  | 'invoice'
  | 'license'
  | 'licenseOrder'
  | 'equipmentRequest'
  | 'product'
  | 'accreditationProduct'
  | 'network'
  | 'subsidiary'

// A text without any visible character.
const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

/** Nearly every text starts with a plain character, which this one test detects. */
export const isBlank = (text: string): boolean => !/^[!-~]/.test(text) && blank.test(text)

/** Shows invisible characters of a text as codes: `DUP-1` and `DUP-1<U+200B>`. */
export const withCodes = (text: string): string =>
  text.replace(
    /(?! )\s|\p{Default_Ignorable_Code_Point}/gu,
    (sign) => `<U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`,
  )

/** JSON schema of one value. `type` is always present, so that null can be added to it. */
export interface ValueSchema {
  type: string | string[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  enum?: readonly unknown[]
  items?: ValueSchema
}

export const nullCell = '\\N'

// Characters that need a closer check: control characters, surrogates (whole pairs too) and the
// backslash. Without the `u` flag the engine compares code units, which is several times faster.
// oxlint-disable-next-line no-control-regex
const unusual = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff\\]/
// Cc: control characters, Cs: halves of a surrogate pair, which UTF-8 cannot encode.
const control = /(?![\t\n])\p{Cc}/u
const halfPair = /\p{Cs}/u
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n' }

/** Returns the text as it was sent, escaped for COPY. */
export function textCell(text: string): Cell {
  // Nearly every text is plain, which this one test detects.
  if (!unusual.test(text)) return text
  if (control.test(text)) return new Fault('contains a control character')
  if (halfPair.test(text)) return new Fault('contains half a surrogate pair')
  return text.replace(/[\\\t\n]/g, (sign) => escapes[sign] ?? sign)
}

/** Bytes for a bytea column. */
export function bytesCell(hex: string): string {
  return `\\\\x${hex}`
}

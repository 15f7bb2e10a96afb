/** Why a value was turned down, in words for whoever sent it; the field's name goes in front. */
export class Fault {
  constructor(readonly reason: string) {}
}

/** The text of one cell of COPY's text format. */
export type Cell = string | Fault

/** Reads a value that is present; an amount in the currency of its record, undefined if the record is refused for that. */
export type ReadCell = (value: unknown, currency: string | undefined) => Cell

/** A kind of value: how it is read, and what its sender has to know. */
export interface ValueType {
  read: ReadCell
  /** For people: `text, 1 to 64 characters`. */
  words: string
  /** For programs: as much of the rule as a schema of one value can say. */
  schema: ValueSchema
}

/** JSON schema of one value. `type` is never missing, so that null can be added to it. */
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

// What needs a closer look: control characters, surrogates (whole pairs too) and the backslash. Without the `u`
// flag the engine looks at single code units, which is several times faster.
// oxlint-disable-next-line no-control-regex
const unusual = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff\\]/
// Cc: control characters, Cs: halves of a surrogate pair, which UTF-8 cannot carry.
const control = /(?![\t\n])\p{Cc}/u
const halfPair = /\p{Cs}/u
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n' }

/** Text as it was sent, escaped for COPY. */
export function textCell(text: string): Cell {
  // Nearly every text is plain; one look tells.
  if (!unusual.test(text)) return text
  if (control.test(text)) return new Fault('contains a control character')
  if (halfPair.test(text)) return new Fault('contains half a surrogate pair')
  return text.replace(/[\\\t\n]/g, (sign) => escapes[sign] ?? sign)
}

/** Bytes for a bytea column. */
export function bytesCell(hex: string): string {
  return `\\\\x${hex}`
}

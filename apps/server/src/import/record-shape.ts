import { nullCell, type ValueType } from './cells.ts'
import type { PlaceItems } from './staging.ts'

/** What the documentation says of a record, a field or a rule. The type demands it. */
export type Sentence = `${string}.`

export interface Field extends ValueType {
  /** The column of the staging table, as `create table` spells it. */
  column: string
  sentence: Sentence
  required: boolean
  /** The value of an absent field (null counts as absent); null and '' for none. */
  standard: Standard
  /** The same as a cell. */
  absent: string
}

type Standard = string | number | boolean | null | readonly []

export const required = (column: string, type: ValueType, sentence: Sentence): Field => ({
  ...type,
  column,
  sentence,
  required: true,
  standard: null,
  absent: '',
})

export const optional = (
  column: string,
  type: ValueType,
  sentence: Sentence,
  standard: Standard = '',
): Field => ({
  ...type,
  column,
  sentence,
  required: false,
  standard,
  absent: cellOf(standard, type),
})

function cellOf(standard: Standard, { read }: ValueType): string {
  if (standard === null) return nullCell
  const cell = standard === '' ? '' : read(standard, 'USD')
  if (typeof cell !== 'string') throw new Error(`The default ${String(standard)} ${cell.reason}`)
  return cell
}

export type Fields = Record<string, Field>

/** A list inside a record; its items become rows of a staging table of their own. */
export interface List {
  sentence: Sentence
  table: string
  /** For rows that need not all be staged. */
  place?: PlaceItems
  /** What an item is: an object of fields, or one value. */
  item: Fields | Field
  /** The column that takes an item whole, as it was sent; its fields have no columns then. */
  whole?: string
}

/** What a record holds. */
export interface Contents {
  fields: Fields
  /** Fields that say when a record was written, not what it says: no part of its digest. */
  undigested?: Fields
  lists?: Record<string, List>
}

export interface Shape extends Contents {
  table: string
  /** A rule between fields: the name of the field at fault and the reason. */
  rule?: (record: JsonObject) => FieldFault | undefined
}

export type JsonObject = Record<string, unknown>
export interface FieldFault {
  field: string
  reason: string
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const isField = (item: Fields | Field): item is Field => typeof item.read === 'function'

/** The columns of a list's rows, as `create table` spells them. */
export function itemColumns({ item, whole }: List): string[] {
  if (whole) return [whole]
  return isField(item) ? [item.column] : columnsOf(item)
}

export const columnsOf = (fields: Fields): string[] =>
  Object.values(fields).map(({ column }) => column)

/** A table with the columns that COPY fills, in order. */
export function copyTarget(table: string, first: string[], columns: string[]): string {
  const names = columns.map((column) => column.split(' ')[0])
  return `${table} (${[...first, ...names].join(', ')})`
}

import { nullCell, type ValueType } from './cells.ts'

/** The documentation of a record, field or rule: a full sentence. */
export type Sentence = `${string}.`

export interface Field extends ValueType {
  /** The column in the staging table, as in `create table`. */
  column: string
  sentence: Sentence
  required: boolean
  /** The value of an absent field (null counts as absent); null or '' if there is none. */
  standard: Standard
  /** The standard value as a cell. */
  absent: string
  /** SQL for what the field names, over the staging table `s`, if this is not the field's column. */
  spelling?: string
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

/** A list inside a record; its items become rows of a separate staging table. */
export interface List {
  sentence: Sentence
  table: string
  /** The type of an item: an object of fields, or one value. */
  item: Fields | Field
  /** Fields that few records have: rows and digests of other records do not contain these columns. */
  rare?: Fields
  /** The column that stores the whole item as it was sent. The item's fields then have no columns. */
  whole?: string
  /** A rule between the fields of an item. */
  rule?: Rule
  /** The list came with a later release: records without it keep their digests, so that they stay unchanged. */
  addedLater?: true
}

/** Checks a record and returns the wrong field with the reason, if any. */
export type Rule = (record: JsonObject) => FieldFault | undefined

/** The fields and lists of a record. */
export interface Contents {
  fields: Fields
  /** Fields about the time of a record instead of its content; they are not part of its digest. */
  undigested?: Fields
  lists?: Record<string, List>
}

export interface Shape extends Contents {
  table: string
  /** A rule between the fields of the record. */
  rule?: Rule
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

/** The columns of a list's rows, as in `create table`. */
export function itemColumns(list: List): string[] {
  const { item, whole } = list
  if (whole) return [whole]
  return isField(item) ? [item.column] : columnsOf(itemFields(item, list))
}

export const itemFields = (item: Fields, { rare }: List): Fields => ({ ...item, ...rare })

export const columnsOf = (fields: Fields): string[] =>
  Object.values(fields).map(({ column }) => column)

export const columnNames = (fields: Fields): string[] =>
  columnsOf(fields).map((column) => column.split(' ')[0]!)

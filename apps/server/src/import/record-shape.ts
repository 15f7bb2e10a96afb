import { hash } from 'node:crypto'
import { isCurrency } from '@portal/domain/kernel/currencies'
import { bytesCell, Fault, type ReadAmount } from './cells.ts'
import type { PlaceItems, StagedRecord } from './staging.ts'

export interface Field {
  /** The column of the staging table, as `create table` spells it. */
  column: string
  read: ReadAmount
  required: boolean
  /** The cell of an absent field (null counts as absent). */
  absent: string
}

export const required = (column: string, read: ReadAmount): Field => ({
  column,
  read,
  required: true,
  absent: '',
})

export const optional = (column: string, read: ReadAmount, absent = ''): Field => ({
  column,
  read,
  required: false,
  absent,
})

export type Fields = Record<string, Field>

/** A list inside a record; its items become rows of a staging table of their own. */
export interface List {
  table: string
  /** For rows that need not all be staged. */
  place?: PlaceItems
  /** What an item is: an object of fields, or one value. */
  item: Fields | Field
}

export interface Shape {
  table: string
  fields: Fields
  /** Fields that say when a record was written, not what it says: no part of its digest. */
  undigested?: Fields
  lists?: Record<string, List>
  /** A rule between fields: the name of the field at fault and the reason. */
  rule?: (record: JsonObject) => FieldFault | undefined
}

export type JsonObject = Record<string, unknown>
export interface FieldFault {
  field: string
  reason: string
}

const isField = (item: Fields | Field): item is Field => typeof item.read === 'function'

/** The columns of a list's rows, one for every field of an item. */
export const itemFields = ({ item }: List): Field[] =>
  isField(item) ? [item] : Object.values(item)

/** A table with the columns that COPY fills, in order. */
export function copyTarget(table: string, first: string[], fields: Field[]): string {
  const names = fields.map(({ column }) => column.split(' ')[0])
  return `${table} (${[...first, ...names].join(', ')})`
}

/** Compiled once per kind: half a million line items go through the loops below. */
export function compileShape(shape: Shape) {
  const { undigested = {} } = shape
  const columns = Object.values({ ...shape.fields, ...undigested })
  const target = copyTarget(shape.table, ['record', 'digest'], columns)
  const lists = Object.entries(shape.lists ?? {}).map(([name, list]) => ({
    name,
    to: {
      records: target,
      target: copyTarget(list.table, ['record', 'line_no'], itemFields(list)),
      ...(list.place && { place: list.place }),
    },
    readItem: isField(list.item) ? singleValue(list.item) : objectItem(list.item),
  }))
  const others = ['record', ...Object.keys(undigested), ...lists.map(({ name }) => name)]
  const readFields = compileFields(shape.fields, others)

  /** Appends what is wrong to `faults`; the rows mean something only when nothing was. */
  return function read(record: JsonObject, number: number, faults: FieldFault[]): StagedRecord {
    const currency = currencyOf(record)
    const cells = readFields(record, currency, faults)
    let row = cells
    for (const [name, field] of Object.entries(undigested)) {
      const cell = readField(field, record[name], currency)
      if (typeof cell === 'string') row += `\t${cell}`
      else faults.push({ field: name, reason: cell.reason })
    }
    let content = cells
    const staged: StagedRecord['lists'] = []
    for (const { name, to, readItem } of lists) {
      const items = readItems(record[name], name, readItem, currency, faults).join('\n')
      content += `\n${name}\n${items}`
      if (items) staged.push({ list: to, items })
    }
    const broken = faults.length ? undefined : shape.rule?.(record)
    if (broken) faults.push(broken)
    // Of the normalised content, so that spelling and order of a record's fields do not matter.
    const digest = bytesCell(hash('sha256', content))
    return { number, target, row: `${number}\t${digest}\t${row}\n`, lists: staged }
  }
}

/** What the amounts of a record are in: USD if it does not say, undefined if it names no currency that exists. */
function currencyOf({ currencyIsoCode }: JsonObject): string | undefined {
  if (currencyIsoCode === undefined || currencyIsoCode === null) return 'USD'
  return isCurrency(currencyIsoCode) ? currencyIsoCode : undefined
}

/** Names what is wrong from inside the item; the list puts its own name in front. */
type ReadItem = (item: unknown, currency: string | undefined, faults: FieldFault[]) => string

function readItems(
  value: unknown,
  name: string,
  readItem: ReadItem,
  currency: string | undefined,
  faults: FieldFault[],
) {
  const rows: string[] = []
  if (value === undefined || value === null) return rows
  if (!Array.isArray(value)) {
    faults.push({ field: name, reason: 'is not a list' })
    return rows
  }
  for (let at = 0; at < value.length; at += 1) {
    const before = faults.length
    rows.push(`${at + 1}\t${readItem(value[at], currency, faults)}`)
    if (faults.length > before)
      for (const fault of faults.slice(before))
        fault.field = `${name}[${at}]${fault.field && '.'}${fault.field}`
  }
  return rows
}

function singleValue(field: Field): ReadItem {
  return (item, currency, faults) => {
    const cell = field.read(item, currency)
    if (typeof cell === 'string') return cell
    faults.push({ field: '', reason: cell.reason })
    return ''
  }
}

function objectItem(fields: Fields): ReadItem {
  const readFields = compileFields(fields)
  return (item, currency, faults) => {
    if (isJsonObject(item)) return readFields(item, currency, faults)
    faults.push({ field: '', reason: 'is not an object' })
    return ''
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads an object's fields into cells. */
function compileFields(fields: Fields, others: readonly string[] = []) {
  const names = Object.keys(fields)
  const columns = Object.values(fields)
  const known = new Set([...names, ...others])
  // One array for all records, joined each time: half the garbage of building rows piece by piece.
  const cells: string[] = names.map(() => '')

  return (record: JsonObject, currency: string | undefined, faults: FieldFault[]): string => {
    let present = 0
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at]!
      const value = record[name]
      if (value !== undefined) present += 1
      const cell = readField(columns[at]!, value, currency)
      if (typeof cell === 'string') cells[at] = cell
      else faults.push({ field: name, reason: cell.reason })
    }
    // Counting is enough to tell that every key was one of the fields.
    const keys = Object.keys(record)
    if (keys.length > present)
      for (const name of keys)
        if (!known.has(name)) faults.push({ field: name, reason: 'is not a known field' })
    return cells.join('\t')
  }
}

const missing = new Fault('is missing')

function readField(field: Field, value: unknown, currency: string | undefined): string | Fault {
  if (value === undefined || value === null) return field.required ? missing : field.absent
  return field.read(value, currency)
}

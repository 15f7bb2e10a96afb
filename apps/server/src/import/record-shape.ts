import { hash } from 'node:crypto'
import { bytesCell, Fault, type ReadCell } from './cells.ts'

export interface Field {
  /** The column of the staging table, as `create table` spells it. */
  column: string
  read: ReadCell
  required: boolean
  /** The cell of an absent field (null counts as absent). */
  absent: string
}

export const required = (column: string, read: ReadCell): Field => ({
  column,
  read,
  required: true,
  absent: '',
})

export const optional = (column: string, read: ReadCell, absent = ''): Field => ({
  column,
  read,
  required: false,
  absent,
})

export type Fields = Record<string, Field>

/** A list inside a record; its items become rows of a staging table of their own. */
export interface List {
  table: string
  /** What an item is: an object of fields, or one value. */
  item: Fields | Field
}

export interface Shape {
  table: string
  fields: Fields
  lists?: Record<string, List>
  /** A rule between fields: the name of the field at fault and the reason. */
  rule?: (record: JsonObject) => FieldFault | undefined
}

export type JsonObject = Record<string, unknown>
export interface FieldFault {
  field: string
  reason: string
}

/** Rows of a record, by what they are copied into; each begins with the record's number. */
export type StagedRows = { target: string; text: string }[]

const isField = (item: Fields | Field): item is Field => typeof item.read === 'function'

/** The columns of a list's rows, one for every field of an item. */
export const itemFields = ({ item }: List): Field[] =>
  isField(item) ? [item] : Object.values(item)

/** A staging table with the columns that COPY fills, in order. */
function copyTarget(table: string, first: string[], fields: Field[]): string {
  const names = fields.map(({ column }) => column.split(' ')[0])
  return `${table} (${[...first, ...names].join(', ')})`
}

/** Compiled once per kind: half a million line items go through the loops below. */
export function compileShape(shape: Shape) {
  const fields = compileFields(shape.fields)
  const target = copyTarget(shape.table, ['record', 'digest'], Object.values(shape.fields))
  const lists = Object.entries(shape.lists ?? {}).map(([name, list]) => ({
    name,
    target: copyTarget(list.table, ['record', 'line_no'], itemFields(list)),
    readItem: isField(list.item) ? singleValue(list.item) : objectItem(compileFields(list.item)),
  }))
  const known = new Set(['record', ...Object.keys(shape.fields), ...lists.map(({ name }) => name)])

  /** Appends what is wrong to `faults`; the rows mean something only when nothing was. */
  return function read(record: JsonObject, number: number, faults: FieldFault[]): StagedRows {
    for (const name of Object.keys(record))
      if (!known.has(name)) faults.push({ field: name, reason: 'is not a known field' })
    const cells = fields.read(record, '', faults)
    let content = cells
    const rows: StagedRows = []
    for (const list of lists) {
      const items = readItems(record[list.name], list.name, faults, list.readItem)
      content += `\n${list.name}\n${items.join('\n')}`
      if (items.length) rows.push({ target: list.target, text: listRows(number, items) })
    }
    const broken = faults.length ? undefined : shape.rule?.(record)
    if (broken) faults.push(broken)
    // Of the normalised content, so that spelling and order of a record's fields do not matter.
    const digest = bytesCell(hash('sha256', content))
    rows.push({ target, text: `${number}\t${digest}\t${cells}\n` })
    return rows
  }
}

type ReadItem = (item: unknown, path: string, faults: FieldFault[]) => string

function readItems(value: unknown, name: string, faults: FieldFault[], readItem: ReadItem) {
  if (value === undefined || value === null) return []
  if (Array.isArray(value))
    return value.map((item: unknown, at) => readItem(item, `${name}[${at}]`, faults))
  faults.push({ field: name, reason: 'is not a list' })
  return []
}

function listRows(number: number, items: string[]): string {
  let text = ''
  for (let at = 0; at < items.length; at += 1) text += `${number}\t${at + 1}\t${items[at]}\n`
  return text
}

function singleValue(field: Field): ReadItem {
  return (item, path, faults) => {
    const cell = field.read(item)
    if (typeof cell === 'string') return cell
    faults.push({ field: path, reason: cell.reason })
    return ''
  }
}

function objectItem(fields: ReturnType<typeof compileFields>): ReadItem {
  return (item, path, faults) => {
    if (isJsonObject(item)) return fields.readStrict(item, path, faults)
    faults.push({ field: path, reason: 'is not an object' })
    return ''
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function compileFields(fields: Fields) {
  const entries = Object.entries(fields)
  const known = new Set(Object.keys(fields))

  function read(record: JsonObject, path: string, faults: FieldFault[]): string {
    let row = ''
    for (let at = 0; at < entries.length; at += 1) {
      const [name, field] = entries[at]!
      const cell = readField(field, record[name])
      if (typeof cell !== 'string') faults.push({ field: path + name, reason: cell.reason })
      row += at === 0 ? cell : `\t${cell as string}`
    }
    return row
  }

  function readStrict(record: JsonObject, path: string, faults: FieldFault[]): string {
    for (const name of Object.keys(record))
      if (!known.has(name))
        faults.push({ field: `${path}.${name}`, reason: 'is not a known field' })
    return read(record, `${path}.`, faults)
  }

  return { read, readStrict }
}

const missing = new Fault('is missing')

function readField(field: Field, value: unknown): string | Fault {
  if (value === undefined || value === null) return field.required ? missing : field.absent
  return field.read(value)
}

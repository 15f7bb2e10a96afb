import { hash } from 'node:crypto'
import { isCurrency } from '@portal/domain/kernel/currencies'
import { bytesCell, Fault, textCell } from './cells.ts'
import {
  columnsOf,
  isField,
  isJsonObject,
  itemColumns,
  itemFields,
  type Field,
  type FieldFault,
  type Fields,
  type JsonObject,
  type List,
  type Rule,
  type Shape,
} from './record-shape.ts'
import { copyTarget, type StagedRows } from './staging.ts'

/** Returns a reader that is compiled once per kind: half a million line items go through these loops. */
export function compileShape(shape: Shape) {
  const { undigested = {} } = shape
  const columns = columnsOf({ ...shape.fields, ...undigested })
  const target = copyTarget(shape.table, ['digest', ...columns])
  const lists = Object.entries(shape.lists ?? {}).map(([name, list]) => compileList(name, list))
  const others = ['record', ...Object.keys(undigested), ...lists.map(({ name }) => name)]
  const readFields = compileFields(shape.fields, others)

  /** Appends what is wrong to `faults`; the rows are valid only if nothing was appended. */
  return function read(record: JsonObject, number: number, faults: FieldFault[]): StagedRows[] {
    const currency = currencyOf(record)
    const cells = readFields(record, currency, faults)
    let row = cells
    for (const [name, field] of Object.entries(undigested)) {
      const cell = readField(field, record[name], currency)
      if (typeof cell === 'string') row += `\t${cell}`
      else faults.push({ field: name, reason: cell.reason })
    }
    let content = cells
    const staged: StagedRows[] = []
    for (const { name, readList, addedLater } of lists) {
      const { target, items } = readList(record[name], currency, faults)
      if (!addedLater || Array.isArray(record[name])) content += `\n${name}\n${items}`
      if (items) staged.push({ target, rows: rowsOf(items, number) })
    }
    const broken = faults.length ? undefined : shape.rule?.(record)
    if (broken) faults.push(broken)
    // The digest is of the normalized content, so that neither spelling nor the order of fields matters.
    const digest = bytesCell(hash('sha256', content))
    return [{ target, rows: rowsOf(`${digest}\t${row}`, number) }, ...staged]
  }
}

/** Returns a reader of a list, which returns one line per item; an empty list is an empty text. */
function compileList(name: string, list: List) {
  const { item, table, rare = {}, rule } = list
  const to = (columns: readonly string[]) => copyTarget(table, ['line_no', ...columns])
  const full = { target: to(itemColumns(list)), readItem: itemReader(list) }
  const rareNames = Object.keys(rare)
  const short =
    isField(item) || rareNames.length === 0
      ? full
      : { target: to(columnsOf(item)), readItem: objectItem(compileFields(item, rareNames), rule) }
  const isRare = (one: unknown) =>
    isJsonObject(one) && rareNames.some((rareName) => (one[rareName] ?? null) !== null)

  function readList(value: unknown, currency: string | undefined, faults: FieldFault[]) {
    const { target, readItem } = Array.isArray(value) && value.some(isRare) ? full : short
    return { target, items: readItems(value, name, readItem, currency, faults).join('\n') }
  }
  return { name, readList, addedLater: list.addedLater }
}

/** Puts the record's number in front of every line. */
const rowsOf = (lines: string, number: number) =>
  `${number}\t${lines.replaceAll('\n', `\n${number}\t`)}\n`

/** Returns the currency of a record's amounts: USD by default, undefined if the named currency does not exist. */
function currencyOf({ currencyIsoCode }: JsonObject): string | undefined {
  if (currencyIsoCode === undefined || currencyIsoCode === null) return 'USD'
  return isCurrency(currencyIsoCode) ? currencyIsoCode : undefined
}

/** Reads one item and adds its faults under the item's field names; the list puts its own name before them. */
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

function itemReader(list: List): ReadItem {
  const { item, whole, rule } = list
  if (isField(item)) return singleValue(item)
  return whole ? wholeItem(item, rule) : objectItem(compileFields(itemFields(item, list)), rule)
}

function singleValue(field: Field): ReadItem {
  return (item, currency, faults) => {
    const cell = field.read(item, currency)
    if (typeof cell === 'string') return cell
    faults.push({ field: '', reason: cell.reason })
    return ''
  }
}

function objectItem(readFields: ReadFields, rule?: Rule): ReadItem {
  return (item, currency, faults) => {
    if (isJsonObject(item)) {
      const before = faults.length
      const cells = readFields(item, currency, faults)
      const broken = faults.length > before ? undefined : rule?.(item)
      if (broken) faults.push(broken)
      return cells
    }
    faults.push({ field: '', reason: 'is not an object' })
    return ''
  }
}

/** Keeps blanks and nulls of an item, in the declared order of fields, so that a different order is not a change. */
function wholeItem(fields: Fields, rule: Rule | undefined): ReadItem {
  const readItem = objectItem(compileFields(fields), rule)
  const names = Object.keys(fields)
  return (item, currency, faults) => {
    readItem(item, currency, faults)
    if (!isJsonObject(item)) return ''
    const kept = names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]))
    const cell = textCell(JSON.stringify(Object.fromEntries(kept)))
    // The texts of the item were read before, so an invalid text is already in `faults`.
    return typeof cell === 'string' ? cell : ''
  }
}

/** Reads an object's fields into cells. */
type ReadFields = ReturnType<typeof compileFields>

export function compileFields(fields: Fields, others: readonly string[] = []) {
  const names = Object.keys(fields)
  const columns = Object.values(fields)
  const known = new Set([...names, ...others])
  // One array is used for all records and joined each time: this creates half the garbage of building rows piece by piece.
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
    // Comparing the counts is enough to detect unknown keys.
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

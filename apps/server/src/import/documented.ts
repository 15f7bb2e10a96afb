import { header } from './file-defaults.ts'
import type { Documented } from './kind.ts'
import { kinds } from './kinds.ts'
import { isField, itemFields, type Contents, type Field, type List } from './record-shape.ts'

/** All kinds of lines. */
export const documented: Documented[] = [header, ...kinds]

/** Returns a record as the documentation shows it. */
export const exampleOf = ({ record, example }: Documented) => ({ record, ...example })

const together = new Intl.ListFormat('en-US')

/** Returns sentences that name the key's fields and the scope, or an empty text. */
export const keySentence = ({ key, scope }: Documented, mark = ''): string =>
  [
    key && `Key: ${together.format(key.fields.map((name) => `${mark}${name}${mark}`))}.`,
    scope &&
      `Scope: ${scope === 'ofDeleted' ? 'that of the deleted kind' : `${mark}${scope}${mark}`}.`,
  ]
    .filter(Boolean)
    .join(' ')

/** A field as a row of the documentation. */
export interface FieldRow {
  /** Inside a list it is `lineItems[].total`. */
  name: string
  words: string
  required: boolean
  /** The value of an absent field, as JSON; empty if there is none. */
  standard: string
  sentence: string
}

export function fieldRows(contents: Contents): FieldRow[] {
  return Object.entries(contentsOf(contents)).flatMap(([name, one]) =>
    isList(one) ? listRows(name, one) : fieldRow(name, one),
  )
}

/** Returns fields and lists by name. A list replaces the field that records whether the list is present. */
export const contentsOf = ({
  fields,
  undigested,
  lists,
}: Contents): Record<string, Field | List> => ({
  ...fields,
  ...undigested,
  ...lists,
})

export const isList = (one: Field | List): one is List => 'item' in one

/** Returns the value of an absent field, as JSON; empty if there is none. */
export const standardOf = ({ standard }: Field): string =>
  standard === null || standard === '' ? '' : JSON.stringify(standard)

function fieldRow(name: string, field: Field): FieldRow {
  const { words, required, sentence } = field
  return { name, words, required, standard: standardOf(field), sentence }
}

function listRows(name: string, list: List): FieldRow[] {
  const { item, sentence } = list
  const row = { name, required: false, standard: '', sentence }
  if (isField(item)) return [{ ...row, words: `list of: ${item.words}` }]
  const rows = Object.entries(itemFields(item, list)).map(([part, field]) =>
    fieldRow(`${name}[].${part}`, field),
  )
  return [{ ...row, words: 'list of objects' }, ...rows]
}

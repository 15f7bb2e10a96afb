import sql, { join, raw, type Sql } from 'sql-template-tag'
import { withCodes, type Named } from './cells.ts'
import { inTransaction, type Database, type Tx } from '../platform/database/database.ts'
import type { Kind } from './kind.ts'
import { isField, itemFields, type Fields } from './record-shape.ts'

interface Stored {
  table: string
  column: string
  /** Whether the table stores a digest of the record. An unchanged record stays accepted, whatever it names. */
  hasDigest?: true
  /** SQL that selects the rows that an import replaces. */
  replaced?: string
}

const storedNames: Record<Named, readonly Stored[]> = {
  company: [
    { table: 'company', column: 'account_id' },
    { table: 'former_company', column: 'former_account_id' },
  ],
  invoiceCategory: [
    {
      table: 'invoice_category',
      column: 'name',
      replaced: 'invoice_category_id in (select invoice_category_id from import_category)',
    },
  ],
  invoice: [{ table: 'invoice', column: 'invoice_number', hasDigest: true }],
  license: [{ table: 'provided_license', column: 'license_id', hasDigest: true }],
  licenseOrder: [{ table: 'license_order', column: 'external_id', hasDigest: true }],
  equipmentRequest: [
    { table: 'equipment_request', column: 'equipment_request_id', hasDigest: true },
  ],
  product: [{ table: 'product', column: 'product_id' }],
  accreditationProduct: [{ table: 'accreditation_product', column: 'product_id' }],
  network: [
    { table: 'shared_network', column: 'network_id' },
    { table: 'company_network', column: 'network_id' },
  ],
  subsidiary: [{ table: 'bank_account', column: 'subsidiary' }],
}

const allNamed = Object.keys(storedNames) as Named[]

/**
 * Returns a statement that selects the stored `spelling`s of names; during an import, only those that the import does not
 * replace.
 */
const spellingsOf = (named: Named, isImport = false): Sql =>
  raw(
    storedNames[named]
      .map(
        ({ table, column, replaced }) =>
          `select ${column} as spelling from ${table}${isImport && replaced ? ` where not ${replaced}` : ''}`,
      )
      .join(' union all '),
  )

const difference = ' differs only in case, blanks or invisible characters from '

/** The names whose spelling in the import is not a stored one. */
export const sentSpellings = sql`
  create temp table import_spelling (named text, spelling text, key text, record bigint, is_own boolean) on commit drop`

/**
 * Rejects a name in a spelling that is not stored, if another spelling of the name is stored or sent. If two spellings are
 * sent, the one in the record of the named object is right; without such a record both are rejected. Returns whether any
 * record was rejected.
 */
export async function rejectOtherSpellings(tx: Tx, kinds: readonly Kind[]): Promise<boolean> {
  const uses = new Map(
    allNamed.map((named) => [named, kinds.flatMap((kind) => usesIn(kind, named))] as const),
  )
  const sent: Named[] = []
  for (const [named, parts] of uses)
    if (parts.length > 0 && (await tx.run(noteSpellings(named, parts))) > 0) sent.push(named)
  if (sent.length === 0) return false
  // Without statistics the planner would compare every row with every row.
  await tx.run(sql`analyze import_spelling`)
  let rejected = 0
  for (const named of sent) rejected += await tx.run(rejectAlike(named, uses.get(named) ?? []))
  return rejected > 0
}

const noteSpellings = (named: Named, uses: Sql[]): Sql => sql`
  insert into import_spelling
  select ${named}, u.spelling, spelling_key(u.spelling), u.record, u.is_own
    from (select spelling, min(record) as record, bool_or(is_own) as is_own
            from (${join(uses, ' union all ')}) used
           where spelling <> '' group by spelling) u
   where not exists (select from (${spellingsOf(named, true)}) t where t.spelling = u.spelling)`

const rejectAlike = (named: Named, uses: Sql[]): Sql => sql`
  with sent as (
    select * from import_spelling where named = ${named}),
  known as (
    select s.spelling, 'the stored key "' || min(t.spelling) || '"' as other
      from sent s join (${spellingsOf(named, true)}) t on spelling_key(t.spelling) = s.key
     group by s.spelling),
  alike as (
    select spelling, other, null::bigint as place from known
     union all
    select spelling, '"' || case nth when 1 then next else best end || '" in', case nth when 1 then next_record else best_record end
      from (select spelling, is_own, row_number() over same as nth,
                   first_value(spelling) over same as best, first_value(record) over same as best_record,
                   lead(spelling) over same as next, lead(record) over same as next_record, lead(is_own) over same as next_is_own
              from sent where spelling not in (select spelling from known)
            window same as (partition by key order by is_own desc, spelling)) s
     where nth > 1 or next_is_own = is_own)
  insert into import_reject (record, kind, field, reason, other)
  select u.record, u.kind, u.field, '"' || u.spelling || ${`"${difference}`} || a.other, a.place
    from (${join(uses, ' union all ')}) u join alike a on a.spelling = u.spelling`

/** Returns names that are stored in several spellings or are blank, from before imports compared spellings. */
export async function storedTwins(db: Database): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await tx.run(sql`set local statement_timeout = '5min'`)
    const found: string[] = []
    for (const named of allNamed) {
      const rows = await tx.query<{ first: string; last: string }>(sql`
        select min(spelling) as first, max(spelling) as last from (${spellingsOf(named)}) t
         where spelling <> ''
         group by spelling_key(spelling) having min(spelling) <> max(spelling) or spelling_key(min(spelling)) = ''`)
      for (const { first, last } of rows)
        found.push(`${named} "${first}"${first === last ? ' is blank' : ` and "${last}"`}`)
    }
    return found.map(withCodes)
  })
}

/** Returns statements that select the names in the staged records of a kind. */
function usesIn(kind: Kind, named: Named): Sql[] {
  const table = sql`${raw(kind.table)} s`
  if (kind.record === 'delete')
    return [use(kind, sql`${table} where s.kind = ${named}`, sql`'key'`, sql`s.key`)]
  const changed = raw(isChanged(kind))
  const ofFields = namesIn(kind.fields, named).map(([name, { column, spelling, required }]) =>
    use(
      kind,
      sql`${table} where ${changed}`,
      raw(`'${name}'`),
      raw(spelling ?? `s.${columnName(column)}`),
      kind.record === named && required,
    ),
  )
  const ofLists = Object.entries(kind.lists ?? {}).flatMap(([name, list]) => {
    const { item, whole } = list
    const from = sql`${raw(list.table)} l join ${table} on s.record = l.record where ${changed}`
    const place = `${name}[' || l.line_no - 1 || ']`
    if (isField(item))
      return item.names === named
        ? [use(kind, from, raw(`'${place}'`), raw(`l.${columnName(item.column)}`))]
        : []
    return namesIn(itemFields(item, list), named).map(([name, { column }]) =>
      use(
        kind,
        from,
        raw(`'${place}.${name}'`),
        raw(whole ? `l.${columnName(whole)} ->> '${name}'` : `l.${columnName(column)}`),
      ),
    )
  })
  return [...ofFields, ...ofLists]
}

const namesIn = (fields: Fields, named: Named) =>
  Object.entries(fields).filter(([, { names }]) => names === named)

const use = ({ record }: Kind, from: Sql, field: Sql, spelling: Sql, isOwn = false) => sql`
  select s.record, ${raw(`'${record}'`)} as kind, ${field} as field, ${spelling} as spelling, ${raw(`${isOwn}`)} as is_own
    from ${from}`

const columnName = (column: string) => column.split(' ')[0]!

/** The names in an unchanged record were checked when the record was stored. */
function isChanged({ record, key }: Kind): string {
  const [stored] = storedNames[record as Named] ?? []
  return stored?.hasDigest
    ? `not exists (select from ${stored.table} t where t.${stored.column} = s.${key.sql} and t.record_digest = s.digest)`
    : 'true'
}

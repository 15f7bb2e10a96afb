import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import { namingPerson, type Person } from './person.queries.ts'

export interface ExportedTable {
  name: string
  comment: string
  rows: Sql
}

/** Tables without data of a customer: counters, queues, and copies of other tables. */
export const leftOut: readonly string[] = [
  'arriving_invoice_line',
  'company_revision',
  'home_visit',
  'invoice_extract',
  'invoice_notice',
  'invoice_told',
  'license_extract',
  'license_order_extract',
  'outbox_company',
  'outbox_event',
  'outbox_stream',
  'payment_elsewhere',
  'request_key',
]

/** Columns with secrets, idempotency keys and digests. */
export const hiddenColumns: readonly string[] = [
  'id_hash',
  'id_token',
  'invite_code',
  'key',
  'merged_keys',
  'fingerprint',
  'request_key',
  'created_key',
  'changed_key',
  'record_digest',
  'answer_digest',
  'told_digest',
]

interface Table {
  name: string
  comment: string | null
  columns: string[]
  key: string[]
}

const listTables = (tx: Tx): Promise<Table[]> =>
  tx.query<Table & Record<string, unknown>>(sql`
    select c.relname as name, obj_description(c.oid) as comment,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
           array(select a.attname::text
                   from pg_index x, unnest(x.indkey) with ordinality k (number, nth)
                   join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
                  where x.indrelid = c.oid and x.indisprimary order by k.nth) as key
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and has_table_privilege(c.oid, 'select') and not c.relname = any (${leftOut})
     order by c.relname`)

/** Returns the tables of a company, with all of its rows. */
export async function tablesOfCompany(tx: Tx, accountId: string): Promise<ExportedTable[]> {
  return (await listTables(tx))
    .filter(({ columns }) => columns.includes('account_id'))
    .map((table) => exported(table, sql`t.account_id = ${accountId}`))
}

/** Returns the tables that name a person, with the rows that name this person. */
export async function tablesOfPerson(tx: Tx, person: Person): Promise<ExportedTable[]> {
  return (await listTables(tx)).flatMap((table) => {
    const found = namingPerson(table.name, person).map(({ where }) => where)
    // Actions of other users that name the person.
    if (table.name === 'history_entry')
      found.push(sql`position(lower(${person.email}) in lower(t.description)) > 0`)
    if (found.length === 0) return []
    const ofCompany =
      person.accountId &&
      table.columns.includes('account_id') &&
      !table.columns.includes('actor_id')
        ? sql`t.account_id = ${person.accountId} and `
        : raw('')
    return [exported(table, sql`${ofCompany}(${join(found, ' or ')})`)]
  })
}

const exported = ({ name, comment, key }: Table, where: Sql): ExportedTable => ({
  name,
  comment: comment ?? '',
  rows: sql`
    select (to_jsonb(t) - ${hiddenColumns}::text[])::text as row
      from ${raw(name)} t where ${where}
     ${key.length > 0 ? raw(`order by ${key.join(', ')}`) : raw('')}`,
})

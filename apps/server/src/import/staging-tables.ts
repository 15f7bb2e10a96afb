import { raw, type Sql } from 'sql-template-tag'
import type { Kind } from './kind.ts'
import { sentSpellings } from './spellings.ts'
import { columnsOf, itemColumns } from './record-shape.ts'

/** Returns statements that create temporary tables for the import's transaction, one per kind and one per list of a kind. */
export function stagingTables(kinds: Kind[]): Sql[] {
  return [
    raw(`create temp table import_reject (
           record bigint, kind text, field text, reason text, other bigint) on commit drop`),
    raw(`create temp table import_count (
           kind text, account_id text, verdict text, records bigint) on commit drop`),
    sentSpellings,
    ...kinds.flatMap(tablesOf),
  ]
}

function tablesOf(kind: Kind): Sql[] {
  const { table, fields, undigested, lists = {}, extraColumns = [], prepare = [] } = kind
  const columns = columnsOf({ ...fields, ...undigested })
  return [
    createTable(table, ['digest bytea', ...columns, 'verdict text', ...extraColumns]),
    ...Object.values(lists).map((list) =>
      createTable(list.table, ['line_no int', ...itemColumns(list)]),
    ),
    ...prepare,
  ]
}

function createTable(table: string, columns: string[]): Sql {
  return raw(`create temp table ${table} (record bigint, ${columns.join(', ')}) on commit drop`)
}

import sql, { empty, join, type Sql } from 'sql-template-tag'
import {
  countLimit,
  type HistoryEntry,
  type HistoryFilter,
  type HistoryPage,
  type HistoryValues,
} from '@portal/domain/team/history.schema'
import type { Tx } from '../platform/database.ts'
import { countMatches, searchFrequency, textIs, type Frequency } from '../platform/text-search.ts'

function kindIs({ categoryFilter, typeFilter, userFilter }: HistoryFilter): Sql[] {
  return [
    ...(categoryFilter ? [sql`category = ${categoryFilter}`] : []),
    ...(typeFilter ? [sql`entry_type = ${typeFilter}`] : []),
    ...(userFilter ? [sql`actor_id = ${userFilter}`] : []),
  ]
}

const where = (conditions: Sql[]) =>
  conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : empty

const byTime = ({ orderDescending }: HistoryFilter) =>
  orderDescending === 'false'
    ? sql`order by h.created_at, h.id`
    : sql`order by h.created_at desc, h.id desc`

/** The matching entries of `company_history`, which holds those of the transaction's company. */
function matches(filter: HistoryFilter, frequency: Frequency): Sql {
  if (frequency === 'rare')
    return sql`company_history h ${where([...kindIs(filter), ...textIs(filter)])}`
  // The offset keeps the planner from mixing the two steps: walk in order of time, and look at each text.
  return sql`(select * from company_history h ${where(kindIs(filter))} ${byTime(filter)} offset 0) h
             ${where(textIs(filter))}`
}

export const historyFrequency = (tx: Tx, filter: HistoryFilter) =>
  searchFrequency(tx, sql`company_history h ${byTime({})}`, filter)

/** One page of a company's history as the statement that reads it (a test explains it). */
export function historyPage(filter: HistoryPage, frequency: Frequency): Sql {
  const { page, perPage } = filter
  return sql`
    select id::text as id, created_at as "createdAt", actor_name as "userName", ip_address as "ipAddress",
           category, entry_type as "entryType", description
      from ${matches(filter, frequency)} ${byTime(filter)}
     limit ${perPage} offset ${(page - 1) * perPage}`
}

type EntryRow = Omit<HistoryEntry, 'createdDate'> & { createdAt: Date }

export async function listHistory(
  tx: Tx,
  filter: HistoryPage,
  frequency: Frequency,
): Promise<HistoryEntry[]> {
  const rows = await tx.query<EntryRow>(historyPage(filter, frequency))
  return rows.map(({ createdAt, ...row }) => ({ createdDate: createdAt.toISOString(), ...row }))
}

/** All entries, which the end of the chain knows; matches of a filter are counted up to a limit. */
export async function countHistory(
  tx: Tx,
  accountId: string,
  filter: HistoryFilter,
  frequency: Frequency,
) {
  if (kindIs(filter).length + textIs(filter).length > 0)
    return countMatches(tx, matches(filter, frequency), filter, countLimit)
  const row = await tx.one<{ total: number }>(sql`
    select position as total from history_head where account_id = ${accountId}`)
  return { total: row?.total ?? 0, more: false }
}

/** From one value to the next by the index: as quick for a million entries as for ten. */
const distinctValues = (column: Sql, accountId: string) => sql`
  with recursive known as (
    (select ${column} as value from history_entry where account_id = ${accountId} order by ${column} limit 1)
    union all
    select (select h.${column} from history_entry h
             where h.account_id = ${accountId} and h.${column} > known.value order by h.${column} limit 1)
      from known where known.value is not null)
  select value from known where value is not null`

export async function historyValues(tx: Tx, accountId: string): Promise<HistoryValues> {
  const [categories, types] = await Promise.all([
    tx.query<{ value: string }>(distinctValues(sql`category`, accountId)),
    tx.query<{ value: string }>(distinctValues(sql`entry_type`, accountId)),
  ])
  return {
    categories: categories.map(({ value }) => value),
    types: types.map(({ value }) => value),
  }
}

/** An entry with its place in the chain, every part as the chain reads it; hashes are hexadecimal. */
export interface ChainedEntry {
  position: number
  id: string
  createdAt: string
  actorId: string
  actorAccountId: string
  actorName: string
  ipAddress: string
  category: string
  entryType: string
  description: string
  previousHash: string
  hash: string
}

/** The next entries of the chain that match, beyond a position in the wanted direction. */
export function chainPortion(
  tx: Tx,
  accountId: string,
  filter: HistoryFilter,
  beyond: number | undefined,
  size: number,
): Promise<ChainedEntry[]> {
  const newestFirst = filter.orderDescending !== 'false'
  const conditions = [sql`s.account_id = ${accountId}`, ...kindIs(filter), ...textIs(filter)]
  if (beyond !== undefined)
    conditions.push(newestFirst ? sql`s.position < ${beyond}` : sql`s.position > ${beyond}`)
  return tx.query<ChainedEntry>(sql`
    select s.position, e.id::text as id,
           to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
           coalesce(e.actor_id::text, '') as "actorId", coalesce(e.actor_account_id, '') as "actorAccountId",
           e.actor_name as "actorName", e.ip_address as "ipAddress", e.category,
           e.entry_type as "entryType", e.description, encode(s.hash, 'hex') as hash,
           coalesce(encode(p.hash, 'hex'), repeat('0', 64)) as "previousHash"
      from history_seal s
      join company_history e on e.id = s.entry_id
      left join history_seal p on p.account_id = s.account_id and p.position = s.position - 1
      ${where(conditions)}
     order by s.position ${newestFirst ? sql`desc` : sql`asc`}
     limit ${size}`)
}

/** Where the chain ends; nothing before the first entry. */
export function chainHead(
  tx: Tx,
  accountId: string,
): Promise<{ position: number; hash: string } | undefined> {
  return tx.one(sql`
    select position, encode(hash, 'hex') as hash from history_head where account_id = ${accountId}`)
}

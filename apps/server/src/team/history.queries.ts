import sql, { empty, join, type Sql } from 'sql-template-tag'
import {
  countLimit,
  type HistoryEntry,
  type HistoryFilter,
  type HistoryPage,
  type HistoryUser,
  type HistoryValues,
} from '@portal/domain/team/history.schema'
import type { Tx } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import {
  countMatches,
  searchFrequency,
  textIs,
  type Frequency,
} from '../platform/database/text-search.ts'

function kindIs({ categoryFilter, typeFilter, userFilter, from, before }: HistoryFilter): Sql[] {
  return [
    ...(from ? [sql`created_at >= ${instant('from', from)}`] : []),
    ...(before ? [sql`created_at < ${instant('before', before)}`] : []),
    ...(categoryFilter ? [sql`category = ${categoryFilter}`] : []),
    ...(typeFilter ? [sql`entry_type = ${typeFilter}`] : []),
    ...(userFilter ? [sql`actor_id = ${userFilter}`] : []),
  ]
}

/** The pattern of the parameter accepts days that do not exist in their month. */
function instant(name: string, text: string): Date {
  const read = new Date(text)
  if (Number.isNaN(read.getTime())) throw new Refusal(400, `${name}: must be an instant`)
  return read
}

const where = (conditions: Sql[]) =>
  conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : empty

const byTime = ({ orderDescending }: HistoryFilter) =>
  orderDescending === 'false'
    ? sql`order by h.created_at, h.id`
    : sql`order by h.created_at desc, h.id desc`

/** The matching entries of the view `company_history`, which contains the entries of the transaction's company. */
function matches(filter: HistoryFilter, frequency: Frequency): Sql {
  if (frequency === 'rare')
    return sql`company_history h ${where([...kindIs(filter), ...textIs(filter)])}`
  // The offset prevents the planner from merging the two steps, which would read in order of time and match each text.
  return sql`(select * from company_history h ${where(kindIs(filter))} ${byTime(filter)} offset 0) h
             ${where(textIs(filter))}`
}

/**
 * In a company with at most this many entries, the entries are read one by one: the text index contains the entries of all
 * companies, so reading it takes longer the larger the portal is.
 */
const fewEntries = 10_000

export async function historyFrequency(tx: Tx, filter: HistoryFilter): Promise<Frequency> {
  const [few, frequency] = await Promise.all([
    tx.one(sql`
      select from history_head
       where account_id = current_setting('portal.account', true) and position <= ${fewEntries}`),
    searchFrequency(tx, sql`company_history h ${byTime({})}`, filter),
  ])
  return few ? 'frequent' : frequency
}

/** The statement that reads one page of a company's history (a test explains it). */
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

/** The total is read from the end of the chain; matches of a filter are counted up to a limit. */
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

/** Skips from one value to the next by the index, which is as fast for a million entries as for ten. */
const distinctValues = (column: Sql, accountId: string) => sql`
  with recursive known as (
    (select ${column} as value from history_entry where account_id = ${accountId} order by ${column} limit 1)
    union all
    select (select h.${column} from history_entry h
             where h.account_id = ${accountId} and h.${column} > known.value order by h.${column} limit 1)
      from known where known.value is not null)
  select value from known where value is not null`

/** Returns the super admins who acted for the company, by their latest name. As fast as `distinctValues`. */
const superAdmins = (accountId: string) => {
  const first = (condition: Sql) => sql`
      select h.actor_id as id, h.actor_name as name from history_entry h
       where h.account_id = ${accountId} and h.actor_account_id <> h.account_id and ${condition}
       order by h.actor_id, h.created_at desc, h.id desc limit 1`
  return sql`
  with recursive known as (
    (${first(sql`h.actor_id is not null`)})
    union all
    select next.* from known cross join lateral (${first(sql`h.actor_id > known.id`)}) next)
  select id, name from known order by lower(name), id`
}

export async function historyValues(tx: Tx, accountId: string): Promise<HistoryValues> {
  const [categories, types, admins] = await Promise.all([
    tx.query<{ value: string }>(distinctValues(sql`category`, accountId)),
    tx.query<{ value: string }>(distinctValues(sql`entry_type`, accountId)),
    tx.query<HistoryUser>(superAdmins(accountId)),
  ])
  return {
    categories: categories.map(({ value }) => value),
    types: types.map(({ value }) => value),
    superAdmins: admins,
  }
}

/** The type of the history entry that an erasure writes (decision 0009). */
export const erasureType = 'Person Erased'

/**
 * Selects the entries of a company whose text was changed by erasures. Each change has a hash: the first is computed from
 * the seal of the entry, each next one from the previous hash. The newest is first.
 */
export const rewrites = (accountId: string): Sql => sql`
  select split_part(part, ':', 1) as entry_id, array_agg(split_part(part, ':', 2) order by x.id desc) as hashes
    from history_entry x, regexp_split_to_table(x.rewritten, ' ') part
   where x.account_id = ${accountId} and x.entry_type = ${erasureType} group by 1`

/** An entry with its position in the chain and its parts in the form that the chain hashes; hashes are hexadecimal. */
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
  paymentId: string
  sealKey: string
  rewritten: string
  previousHash: string
  hash: string
}

/** Returns the next matching entries of the chain after a position, in the requested direction. */
export function chainPortion(
  tx: Tx,
  accountId: string,
  filter: HistoryFilter,
  beyond: number | undefined,
  size: number,
): Promise<ChainedEntry[]> {
  const newestFirst = filter.orderDescending !== 'false'
  const matching = [...kindIs(filter), ...textIs(filter)]
  const conditions = [sql`s.account_id = ${accountId}`]
  // The hashes of erasures prove the changed texts.
  if (matching.length > 0)
    conditions.push(sql`(entry_type = ${erasureType} or (${join(matching, ' and ')}))`)
  if (beyond !== undefined)
    conditions.push(newestFirst ? sql`s.position < ${beyond}` : sql`s.position > ${beyond}`)
  return tx.query<ChainedEntry>(sql`
    select s.position, e.id::text as id,
           to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
           coalesce(e.actor_id::text, '') as "actorId", coalesce(e.actor_account_id, '') as "actorAccountId",
           e.actor_name as "actorName", e.ip_address as "ipAddress", e.category,
           e.entry_type as "entryType", e.description, coalesce(e.payment_id::text, '') as "paymentId",
           coalesce(e.seal_key::text, '') as "sealKey", coalesce(e.rewritten, '') as rewritten,
           encode(s.hash, 'hex') as hash,
           coalesce(encode(p.hash, 'hex'), repeat('0', 64)) as "previousHash"
      from history_seal s
      join company_history e on e.id = s.entry_id
      left join history_seal p on p.account_id = s.account_id and p.position = s.position - 1
      ${where(conditions)}
     order by s.position ${newestFirst ? sql`desc` : sql`asc`}
     limit ${size}`)
}

/** Returns the end of the chain; undefined if there is no entry. */
export function chainHead(
  tx: Tx,
  accountId: string,
): Promise<{ position: number; hash: string } | undefined> {
  return tx.one(sql`
    select position, encode(hash, 'hex') as hash from history_head where account_id = ${accountId}`)
}

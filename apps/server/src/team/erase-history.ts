import sql, { join, type Sql } from 'sql-template-tag'
import { plural } from '@portal/domain/kernel/plural'
import { switchAccount, type Tx } from '../platform/database/database.ts'
import { systemAuthor } from '../platform/history/history.ts'
import { erasureType, rewrites } from './history.queries.ts'

/**
 * Changes entries of histories, and adds to each history an entry with the hashes of the changed ones, so that the chain
 * can still be verified (decision 0009). The transaction must belong to the owner of the tables. Returns how many entries
 * were changed.
 */
export async function rewriteHistory(
  tx: Tx,
  authorName: string,
  ownCompanies: readonly string[],
  { columns, where }: { columns: readonly Sql[]; where: Sql },
): Promise<number> {
  await tx.run(sql`select set_config('portal.erases', 'on', true)`)
  const companies = await tx.query<{ accountId: string; ids: string[] }>(sql`
    with changed as (
      update history_entry t set ${join(columns)}, seal_key = gen_random_uuid() where ${where}
   returning account_id, id)
    select account_id as "accountId", array_agg(id::text) as ids from changed group by account_id`)
  await tx.run(sql`select set_config('portal.erases', '', true)`)
  const idsIn = new Map(companies.map(({ accountId, ids }) => [accountId, ids]))
  for (const accountId of new Set([...ownCompanies, ...idsIn.keys()])) {
    await switchAccount(tx, accountId)
    await recordErasure(tx, accountId, authorName, idsIn.get(accountId) ?? [])
  }
  return companies.reduce((sum, { ids }) => sum + ids.length, 0)
}

async function recordErasure(tx: Tx, accountId: string, authorName: string, ids: string[]) {
  const { actorName, ipAddress } = systemAuthor(accountId, authorName)
  const description = `Erased a former user from the portal, and from ${plural(ids.length, 'entry', 'entries')} of this history`
  await tx.run(sql`
    insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description, rewritten)
    select ${accountId}, ${actorName}, ${ipAddress}, 'User', ${erasureType}, ${description},
           string_agg(e.id || ':' || encode(history_hash(coalesce(decode(r.hashes[1], 'hex'), s.hash), s.position, e), 'hex'),
                      ' ' order by e.id)
      from history_entry e
      join history_seal s on s.account_id = e.account_id and s.entry_id = e.id
      left join (${rewrites(accountId)}) r on r.entry_id = e.id::text
     where e.account_id = ${accountId} and e.id = any (${ids}::bigint[])`)
}

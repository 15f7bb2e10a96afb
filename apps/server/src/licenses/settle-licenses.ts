import sql from 'sql-template-tag'
import { inTransaction, type Database, type Tx } from '../platform/database/database.ts'
import { takeLicenseTurn } from './license-turn.ts'
import { matchLines } from './match-lines.ts'

/**
 * Ends an import for companies whose licenses or orders it changed: matches lines and links again by all ids. Until the
 * transaction ends, no order of these companies can be submitted. Locks are taken in order of account id, as everywhere.
 */
export async function settleLicenses(tx: Tx, accountIds: readonly string[]): Promise<void> {
  for (const accountId of accountIds) await takeLicenseTurn(tx, accountId)
  await dropContradictedLinks(tx, accountIds)
  // Runs even if only licenses changed: a line that names an id may now close another license, because the id belongs
  // to another license.
  const named = await tx.query<{ accountId: string }>(sql`
    select distinct account_id as "accountId" from license_order_line
     where account_id = any (${accountIds}::text[]) and (meant is not null or license_id is null)
       and item ->> 'customerOrderRequestTypeId' in ('2', '3')
     order by 1`)
  for (const { accountId } of named) await matchLines(tx, accountId)
  await noteRuns(tx, accountIds)
}

/** Matches lines that a release without the matcher has stored, before an upgrade or on old servers beside new ones. */
export async function matchOldLines(db: Database): Promise<number> {
  const companies = await inTransaction(db, (tx) =>
    tx.query<{ accountId: string }>(sql`
      select distinct x.account_id as "accountId" from asked_line x
       where x.license_id is null and x.meant is null and x.item ->> 'customerOrderRequestTypeId' in ('2', '3')
         and x.step not in ('Rejected', 'Withdrawn')
       order by 1`),
  )
  for (const { accountId } of companies)
    await inTransaction(db, async (tx) => {
      await takeLicenseTurn(tx, accountId)
      await matchLines(tx, accountId)
      await noteRuns(tx, [accountId])
    })
  return companies.length
}

/** Removes links made by persons if ids show that the license belongs to another ordered item. */
async function dropContradictedLinks(tx: Tx, accountIds: readonly string[]): Promise<void> {
  const dropped = await tx.run(sql`
    with item as materialized (
      select x.account_id, x.portal_id, coalesce(a.license_id, x.portal_id) as present
        from asked_line x left join license_alias a on a.account_id = x.account_id and a.alias = x.portal_id
       where x.account_id = any (${accountIds}::text[]) and x.adds
         and exists (select from license_alias p where p.account_id = x.account_id and p.said_by = 'person')),
    dropped as (
      delete from license_alias l using item
       where l.account_id = item.account_id and l.alias = item.portal_id and l.said_by = 'person'
         and exists (select from item other where other.account_id = item.account_id and other.present = item.present
                        and other.portal_id <> item.portal_id)
   returning l.account_id, l.alias)
    update license_order_line x set has_run = false
      from dropped d where x.account_id = d.account_id and x.portal_id = d.alias`)
  if (dropped > 0) await tx.run(sql`select settle_license_ids(${accountIds}::text[])`)
}

/** Marks ordered items whose license a record has described. */
export const noteRuns = (tx: Tx, accountIds: readonly string[]): Promise<number> =>
  tx.run(sql`select note_license_runs(${accountIds}::text[])`)

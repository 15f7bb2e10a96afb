import sql from 'sql-template-tag'
import { meantByNames, type AskedLine, type Meant } from '@portal/domain/licenses/by-names'
import { requestTypes } from '@portal/domain/licenses/request-types'
import type { Tx } from '../platform/database/database.ts'
import { presentId } from './held.queries.ts'

type Row = AskedLine & { presentId: string; licenseId: string | null; meant: string | null }

/**
 * Matches all order lines of a company that name no license id. Runs after orders or their status changed, so that the
 * order of arrival does not matter. Only the books send such lines.
 */
export async function matchLines(tx: Tx, accountId: string): Promise<void> {
  const rows = await tx.query<Row>(sql`
    select x.portal_id as id, x.type::int as type, ${presentId(accountId, sql`x.portal_id`)} as "presentId",
           case when x.meant is null then ${presentId(accountId, sql`x.license_id`)} end as given,
           x.license_id as "licenseId", x.meant,
           coalesce(x.item ->> 'productSku', '') as "productSku", coalesce(x.item ->> 'networkName', '') as "networkName",
           coalesce(x.item ->> 'userName', '') as "userName", coalesce(x.item ->> 'coveredCompany', '') as "coveredCompany",
           coalesce(x.item ->> 'oldNetworkName', '') as "oldNetworkName", coalesce(x.item ->> 'oldUserName', '') as "oldUserName"
      from asked_line x
     where x.account_id = ${accountId} and x.type in ('1', '2', '3') and x.step not in ('Rejected', 'Withdrawn')
       and exists (select from asked_line y
                    where y.account_id = ${accountId} and y.type in ('2', '3') and (y.license_id is null or y.meant is not null))
     order by x.submitted_at, x.order_id, x.line_no`)
  const addedBy = new Map(rows.map((row) => [row.presentId, row.id]))
  const lines = rows.map((row) => ({
    ...row,
    given: row.given === null ? null : (addedBy.get(row.given) ?? row.given),
  }))
  const found = meantByNames(lines)
  const changed = lines
    .filter(({ type, given }) => type !== requestTypes.add && given === null)
    .map((line) => ({ ...line, now: stored(line.id, found.get(line.id)) }))
    .filter(({ licenseId, meant, now }) => licenseId !== now.licenseId || meant !== now.meant)
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  const licenseIds = changed.map(({ now }) => now.licenseId)
  await tx.run(sql`
    update license_order_line x set license_id = n.license_id, meant = n.meant
      from unnest(${ids}::text[], ${licenseIds}::text[], ${changed.map(({ now }) => now.meant)}::text[]) n (id, license_id, meant)
     where x.account_id = ${accountId} and x.portal_id = n.id`)
  // A change that counted as a new license may turn out to belong to another license. The id of the change then becomes
  // an alias, so that lines that name it stay matched.
  await tx.run(sql`
    delete from license_alias a
     where a.account_id = ${accountId} and a.alias = any (${ids}::text[])
       and exists (select from license_order_line x where x.account_id = a.account_id and x.portal_id = a.is_id)`)
  const renamed = changed.filter(
    ({ id, licenseId, now }) => licenseId === id && now.meant === 'one',
  )
  await tx.run(sql`
    insert into license_alias (account_id, alias, is_id, license_id, said_by, said_at)
    select ${accountId}, alias, is_id, is_id, 'record', portal_now()
      from unnest(${renamed.map(({ id }) => id)}::text[], ${renamed.map(({ now }) => now.licenseId)}::text[]) n (alias, is_id)
        on conflict do nothing`)
  await tx.run(sql`select settle_license_ids(array[${accountId}])`)
}

function stored(id: string, meant: Meant | undefined) {
  if (meant === 'adds') return { licenseId: id, meant: 'none' }
  return typeof meant === 'object'
    ? { licenseId: meant.license, meant: 'one' }
    : { licenseId: null, meant: meant ?? 'none' }
}

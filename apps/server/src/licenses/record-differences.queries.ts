import sql, { type Sql } from 'sql-template-tag'
import type { RecordDifferences } from '@portal/domain/licenses/held.schema'
import { openSteps } from '@portal/domain/licenses/order-steps'
import { requestTypes } from '@portal/domain/licenses/request-types'
import type { Tx } from '../platform/database/database.ts'
import { endedBefore, isHeld, licenses, presentId } from './held.queries.ts'
import { today } from '../platform/database/today.ts'

/** The most entries that a person reads. */
const most = 200

const text = (name: string) => sql`coalesce(x.item ->> ${name}, '')`

/** The id of the license that the line `x` adds, changes or cancels. */
const named = sql`case when x.adds then x.portal_id else x.license_id end`

/** True for a line `x` that the provider has not completed yet. */
export const isOpen = sql`x.step = any (${openSteps})`

/** Selects the order lines `x` that were not rejected, with the current id of the license that they add, change or cancel. */
const lines = (accountId: string, which: Sql, from = sql`asked_line`): Sql => sql`
  select x.order_id, x.submitted_at, x.line_no, x.line_id, x.type::int as type, x.item ->> 'productSku' as sku,
         ${text('networkName')} as network, ${text('userName')} as person, x.day, x.step, x.has_run, x.item,
         ${presentId(sql`x.account_id`, named)} as license_id
    from ${from} x
   where x.account_id = ${accountId} and ${which} and x.step <> 'Rejected'
     and exists (select from company c where c.account_id = x.account_id and c.licenses_by = 'records')`

const asks = sql`x.type in ('2', '3') and not x.adds and x.license_id is not null and x.step <> 'Withdrawn'`

/** Selects, for each license, the newest line that changes or cancels it. */
export const newestAsked = (accountId: string): Sql => sql`
  select distinct on (n.license_id) n.* from (${lines(accountId, asks)}) n
   order by n.license_id, n.submitted_at desc, n.order_id desc, n.line_no desc`

/** Selects the lines that add a license that does not run yet, of a company whose licenses are known by records. */
export const requestedLines = (accountId: string): Sql =>
  lines(accountId, sql`x.adds and not x.has_run and ${isOpen}`)

/** True for a withdrawn line `x` that the provider has carried out anyway. */
const isDoneAllTheSame = sql`
  (x.step = 'Withdrawn'
   and exists (select from provided_license p
                where p.account_id = x.account_id
                  and p.license_id = ${presentId(sql`x.account_id`, named)}
                  and case when x.adds then p.status is distinct from 'Ended' and (p.until is null or p.until >= ${today})
                           else x.type = '2' and p.until + 1 = x.day end))`

type Difference = RecordDifferences['differences'][number]

/**
 * Returns what was ordered and does not run yet, and where orders and the provider's records disagree; nothing for a
 * company whose licenses are known by orders (tests explain the statements).
 */
export async function recordDifferences(tx: Tx, accountId: string): Promise<RecordDifferences> {
  const newestFirst = sql`order by l.submitted_at desc, l.order_id desc, l.line_no limit ${most}`
  const ordered = sql`
    l.order_id as "orderId", coalesce(p.description, l.sku) as "productName", l.network as "networkName",
    l.person as "userName", l.day`
  const requested = await tx.query<RecordDifferences['requested'][number]>(sql`
    select ${ordered}, l.step as status,
           (select l.line_id from license_order_consent c where c.account_id = ${accountId} and c.order_id = l.order_id) as "lineId"
      from (${requestedLines(accountId)}) l left join product p on p.product_id = l.sku ${newestFirst}`)
  const otherwise = await tx.query<Difference>(sql`
    with line as materialized (
      ${lines(accountId, sql`x.step = 'Provisioned' and x.is_cancelled is null and x.is_compared`, sql`missing_license`)}
       union all
      ${lines(accountId, sql`true`, sql`gone_license`)}
       union all
      ${lines(accountId, isDoneAllTheSame)})
    select ${ordered}, null as "licenseId", '' as "runsOn", '' as "runsFor",
           case when l.step = 'Withdrawn' then 'notWithdrawn' when l.step = 'Provisioned' then 'notRunning' else 'noRecord' end as kind
      from line l left join product p on p.product_id = l.sku
     where l.step <> 'Provisioned' or not exists (select from possible_licenses(${accountId}, l.order_id, l.item))
     ${newestFirst}`)
  const changed = await tx.query<Difference>(sql`
    with newest as (${newestAsked(accountId)})
    select case n.type when ${requestTypes.cancel} then 'stillRunning' else 'notChanged' end as kind,
           n.order_id as "orderId", n.license_id as "licenseId", one.product as "productName", n.day,
           n.network as "networkName", n.person as "userName",
           one.network_name as "runsOn", one.user_name as "runsFor"
      from newest n
     cross join lateral (
           select l.*, ${endedBefore(sql`n.day`)} as ended_before, coalesce(p.description, l.product_sku) as product
             from ${licenses}
            where l.account_id = ${accountId} and l.license_id = n.license_id and l.is_provided and ${isHeld}
           offset 0) one
     where case n.type
           when ${requestTypes.cancel} then one.ends_on is null and (n.step = 'Provisioned' or n.day < ${today}) and not one.ended_before
           else n.step = 'Provisioned'
                and (n.person <> '' and one.user_name <> '' and lower(n.person) <> lower(one.user_name)
                     or n.network <> '' and one.network_name <> '' and lower(n.network) <> lower(one.network_name)) end
     order by n.submitted_at desc, n.order_id desc, n.line_no
     limit ${most}`)
  return { requested, differences: [...changed, ...otherwise] }
}

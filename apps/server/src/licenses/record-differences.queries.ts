import sql, { type Sql } from 'sql-template-tag'
import type { RecordDifferences } from '@portal/domain/licenses/held.schema'
import { requestTypes } from '@portal/domain/licenses/request-types'
import type { Tx } from '../platform/database.ts'
import { stepOfLine } from '../platform/order-step.ts'
import { addsLicense, endedBefore, isHeld, licenses, namedId } from './held.queries.ts'
import { today } from '../platform/today.ts'

/** As many as a person reads. */
const most = 200

const text = (name: string) => sql`coalesce(x.item ->> ${name}, '')`

/** The lines of submitted orders, without those that were rejected. */
const lines = (accountId: string, which: Sql): Sql => sql`
  select o.id as order_id, o.submitted_at, x.line_no, x.portal_id as added_id, x.license_id, ${namedId} as named_id,
         (x.item ->> 'customerOrderRequestTypeId')::int as type, x.item ->> 'productSku' as sku,
         ${text('networkName')} as network, ${text('userName')} as person,
         day_or(x.item ->> 'dateRequired', (o.submitted_at at time zone 'UTC')::date) as day, ${stepOfLine} as step
    from license_order o
    join license_order_line x on x.account_id = o.account_id and x.order_id = o.id
   where o.account_id = ${accountId} and o.status = 'Submitted'
     and ${which} and ${stepOfLine} <> 'Rejected'`

/** The newest line of an order that changes or cancels a license, for each license, with the id of its record if it has one. */
export const newestAsked = (accountId: string): Sql => sql`
  select distinct on (n.license_id) n.*
    from (select m.order_id, m.submitted_at, m.line_no, m.type, m.network, m.person, m.day, m.step,
                 coalesce(r.license_id, m.license_id) as license_id
            from (${lines(accountId, sql`x.item ->> 'customerOrderRequestTypeId' in ('2', '3')`)}) m
            left join provided_license r on r.account_id = ${accountId} and r.ordered_as = m.license_id
           where m.license_id is not null) n
   order by n.license_id, n.submitted_at desc, n.order_id desc, n.line_no desc`

/** The lines of orders that add a license which no record of the provider describes, of a company that has records. */
export const orderedOnly = (accountId: string): Sql => sql`
  select n.* from (${lines(accountId, addsLicense)}) n
   where exists (select from provided_license r where r.account_id = ${accountId})
     and not exists (select from provided_license r where r.account_id = ${accountId} and r.ordered_as = n.added_id)
     and not exists (select from provided_license r where r.account_id = ${accountId} and r.license_id = n.named_id)`

/**
 * Returns what was ordered and does not run yet, and where orders and the provider's records disagree; nothing for a
 * company without records (tests explain it).
 */
export async function recordDifferences(tx: Tx, accountId: string): Promise<RecordDifferences> {
  const ordered = await tx.query<RecordDifferences['requested'][number] & { isDone: boolean }>(sql`
    select l.order_id as "orderId", coalesce(p.description, l.sku) as "productName", l.network as "networkName",
           l.person as "userName", l.day, l.step as status, l.step = 'Provisioned' as "isDone"
      from (${orderedOnly(accountId)}) l
      left join product p on p.product_id = l.sku
     order by l.submitted_at desc, l.order_id desc, l.line_no
     limit ${most}`)
  const changed = await tx.query<RecordDifferences['differences'][number]>(sql`
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
  return {
    requested: ordered.flatMap(({ isDone, ...line }) => (isDone ? [] : [line])),
    differences: [
      ...changed,
      ...ordered.flatMap(({ isDone, status: _status, ...line }) =>
        isDone
          ? [{ ...line, kind: 'notRunning' as const, licenseId: null, runsOn: '', runsFor: '' }]
          : [],
      ),
    ],
  }
}

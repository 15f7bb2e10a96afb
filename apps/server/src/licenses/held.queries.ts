import sql, { empty, join, type Sql } from 'sql-template-tag'
import { wordsOfItem } from '@portal/domain/licenses/license-meant'
import { openSteps } from '@portal/domain/licenses/order-steps'
import { portalForm } from '@portal/domain/licenses/order-number'
import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import type { Tx } from '../platform/database.ts'
import { decimal } from '../platform/decimal.ts'
import { today } from '../platform/today.ts'

/** The provider's id of the license that the line `x` adds, if the books name it. What they add has no id of another item. */
export const namedId = sql`case when x.license_id !~ ${portalForm.source} then x.license_id end`

/** True for a line `x` that adds a license; a change of none that is known adds one. */
export const addsLicense = sql`
  (x.item ->> 'customerOrderRequestTypeId' = '1'
   or x.item ->> 'customerOrderRequestTypeId' = '3'
      and exists (select from license added where added.account_id = x.account_id and added.license_id = x.portal_id))`

/** A license that the company holds, with its product. */
export const licenses = sql`held_license l left join product p on p.product_id = l.product_sku`

/**
 * True for the day of a cancellation that ended the license `l` before it was added again, as its record says: that order
 * says nothing of the time since.
 */
export const endedBefore = (day: Sql): Sql =>
  sql`coalesce(${day} > l.first_since and ${day} <= l.starts_on, false)`

/** With what the newest order that is under way asks of a license that runs. */
export const withAsked = sql`
  ${licenses}
  left join lateral (
       select x.order_id, x.type::int as type, x.day, x.step, x.item,
              (select x.line_id from license_order_consent c where c.account_id = x.account_id and c.order_id = x.order_id) as line_id
         from asked_line x
        where x.account_id = l.account_id and x.license_id in (l.license_id, l.ordered_as) and x.type in ('2', '3')
          and x.step = any (${openSteps})
        order by x.submitted_at desc, x.order_id desc, x.line_no desc limit 1) asked
    on case when l.is_provided then not (asked.type = 2 and ${endedBefore(sql`asked.day`)}) else greatest(asked.day, l.starts_on) > ${today} end`

/** Of a price that the provider's record has, else of the list price. */
export const currency = sql`case when l.price_cents is null then coalesce(p.currency, 'USD') else l.price_currency end`

export const endsOn = sql`coalesce(l.ends_on, case when asked.type = 2 then asked.day end)`

export const price = sql`coalesce(l.price_cents, p.monthly_price_cents)`

export const isListPrice = sql`(l.price_cents is null and p.monthly_price_cents is not null)`

const columns = sql`
  l.license_id as "licenseId", l.order_id as "orderId", l.product_sku as "productSku", coalesce(p.description, l.product_sku) as "productName",
  coalesce(p.item_group_name, '') as "itemGroupName",
  l.network_name as "networkName", l.user_name as "userName", l.ip_address as "ipAddress", l.covered_company as "coveredCompany",
  l.starts_on as "startsOn", ${endsOn} as "endsOn",
  ${decimal(price, currency)}::float8 as "monthlyPrice",
  ${currency} as "currencyIsoCode", ${isListPrice} as "isListPrice", l.is_provided as "isProvided", coalesce(l.status = 'Suspended', false) as "isSuspended",
  case when l.next_price_from > ${today}
       then json_build_object('from', l.next_price_from, 'currencyIsoCode', l.price_currency,
                              'monthlyPrice', ${decimal(sql`l.next_price_cents`, sql`l.price_currency`)}::float8) end as "nextPrice",
  case when asked.order_id is not null
       then json_build_object(
         'orderId', asked.order_id, 'lineId', asked.line_id, 'type', asked.type, 'day', asked.day, 'status', asked.step,
         'networkName', case asked.type when 3 then coalesce(asked.item ->> 'networkName', '') else '' end,
         'userName', case asked.type when 3 then coalesce(asked.item ->> 'userName', '') else '' end) end as asked`

/** The current names and those after the last change: searches match both. */
const names = [
  { network: sql`lower(l.next_network_name)`, person: sql`lower(l.next_user_name)` },
  { network: sql`lower(l.network_name)`, person: sql`lower(l.user_name)` },
]

/** Started or starting later, and not ended. What runs stays in the list until the provider ends it. */
export const isHeld = sql`
  (l.is_provided or l.ends_on is distinct from l.starts_on and (l.ends_on is null or l.ends_on > ${today}))`

/** The id of the license: that of the provider's record, if it has another one than the portal gave it. */
const recordedId = (accountId: string, id: Sql): Sql => sql`
  coalesce((select r.license_id from provided_license r where r.account_id = ${accountId} and r.ordered_as = ${id}), ${id})`

/** Returns the licenses with these ids, in their order, without those that the company no longer holds. */
export const heldByIds = (accountId: string, ids: readonly string[], more = empty): Sql => sql`
  with meant as materialized (
    select ${recordedId(accountId, sql`id`)} as license_id, nth from unnest(${ids}::text[]) with ordinality given (id, nth))
  select one.* from meant
   cross join lateral (
         select ${columns} ${more} from ${withAsked}
          where l.account_id = ${accountId} and l.license_id = meant.license_id and ${isHeld}
         -- Keeps the planner from joining all licenses: the view is searched once per id.
         offset 0) one
   order by nth`

/** The same condition on the names now and on those after the last change. */
export const either = (conditionsOf: (one: (typeof names)[number]) => Sql[]): Sql =>
  sql`(${join(
    names.map((one) => join([sql`true`, ...conditionsOf(one)], ' and ')),
    ' or ',
  )})`

/**
 * Returns the held licenses that match each item by license id, or by its names if it has none (a
 * test explains it).
 */
export function licensesNamedBy(accountId: string, items: readonly LineItem[]): Sql {
  const said = items.map(wordsOfItem)
  const isNamed = either(({ network, person }) => [
    sql`${network} = a.network`,
    sql`${person} = a.person`,
  ])
  return sql`
    with asked as (
      select nth, license_id, sku, lower(network) as network, lower(person) as person
        from unnest(${items.map(({ licenseId }) => licenseId || null)}::text[],
                    ${items.map(({ productSku }) => productSku)}::text[],
                    ${said.map(({ networkName }) => networkName)}::text[],
                    ${said.map(({ userName }) => userName)}::text[])
             with ordinality given (license_id, sku, network, person, nth)),
    meant as (
      select nth, ${recordedId(accountId, sql`a.license_id`)} as license_id from asked a where license_id is not null
       union
      select a.nth, l.license_id
        from asked a
        join license l on l.account_id = ${accountId} and l.product_sku = a.sku
             and lower(l.network_name) = a.network and lower(l.user_name) = a.person
       where a.license_id is null
       union
      select a.nth, f.license_id
        from asked a
        join former_license f on f.account_id = ${accountId}
             and lower(f.network_name) = a.network and lower(f.user_name) = a.person
       where a.license_id is null
       union
      select a.nth, r.license_id
        from asked a
        join provided_license r on r.account_id = ${accountId} and r.product_id = a.sku
             and lower(coalesce(r.user_name, '')) = a.person
       where a.license_id is null)
    select a.nth::int - 1 as place, one.*
      from meant m
      join asked a using (nth)
     cross join lateral (
           select ${columns} from ${withAsked}
            where l.account_id = ${accountId} and l.license_id = m.license_id
              and (a.license_id is not null or (l.product_sku = a.sku and ${isHeld} and ${isNamed}))
           -- Keeps the planner from joining all licenses: the view is searched once per id.
           offset 0) one
     order by a.nth, one."startsOn", length(one."licenseId"), one."licenseId"`
}

/** Returns those of the licenses whose records say that they no longer run: the company does not hold them. */
export async function findEnded(
  tx: Tx,
  accountId: string,
  licenseIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (licenseIds.length === 0) return new Set()
  const rows = await tx.query<{ ids: string[] }>(sql`
    select array_remove(array[license_id, ordered_as], null) as ids from provided_license
     where account_id = ${accountId} and (license_id = any (${licenseIds}) or ordered_as = any (${licenseIds}))
       and (status = 'Ended' or until < ${today})`)
  return new Set(rows.flatMap(({ ids }) => ids))
}

/** The statement that finds a license that the company holds, with its id in the portal (a test explains it). */
export const heldById = (accountId: string, licenseId: string): Sql =>
  heldByIds(accountId, [licenseId], sql`, l.ordered_as as "orderedAs"`)

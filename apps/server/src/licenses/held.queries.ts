import sql, { empty, type Sql } from 'sql-template-tag'
import { openSteps } from '@portal/domain/licenses/order-steps'
import { wordsOfItem } from '@portal/domain/licenses/license-meant'
import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import type { Tx } from '../platform/database/database.ts'
import { decimal } from '../platform/database/decimal.ts'
import { today } from '../platform/database/today.ts'

/** A running license of the company, with its product. */
export const licenses = sql`
  (select * from company_license where runs) l left join product p on p.product_id = l.product_sku`

/**
 * True for the day of a cancellation that, by the license's record, ended the license `l` before it was added again. Such
 * an order does not affect the license since.
 */
export const endedBefore = (day: Sql): Sql =>
  sql`coalesce(${day} > l.first_since and ${day} <= l.starts_on, false)`

/** All ids of a license with the given current id: orders and bills may use any of them. */
const idsOf = (accountId: Sql | string, licenseId: Sql): Sql => sql`
  (array[${licenseId}]
   || array(select a.alias from license_alias a where a.account_id = ${accountId} and a.license_id = ${licenseId}))`

/** All ids of the license `l`. */
export const idsOfLicense = idsOf(sql`l.account_id`, sql`l.license_id`)

/** The current id of a license that is named by any of its ids. */
export const presentId = (accountId: Sql | string, id: Sql): Sql => sql`
  coalesce((select a.license_id from license_alias a where a.account_id = ${accountId} and a.alias = ${id}), ${id})`

/** Adds what orders in progress request for a running license: its cancellation, else its newest change. */
export const withAsked = sql`
  ${licenses}
  left join lateral (
       select x.order_id, x.type::int as type, x.step, x.item, asked_for.day,
              (select x.line_id from license_order_consent c
                where c.account_id = x.account_id and c.order_id = x.order_id) as line_id
         from asked_line x
        cross join lateral (select case when l.is_provided then x.day else greatest(x.day, l.starts_on) end as day) asked_for
        where x.account_id = l.account_id and x.license_id = any (${idsOfLicense}) and x.type in ('2', '3') and not x.adds
          and x.step = any (${openSteps})
          and case when l.is_provided then not (x.type = '2' and ${endedBefore(sql`x.day`)})
                   -- By orders, a line takes effect on its day, and lines from before the license was added again do not count.
                   else asked_for.day > ${today}
                        and x.submitted_at >= (select o.submitted_at from license_order o
                                                where o.account_id = l.account_id and o.id = l.order_id) end
        order by x.type, x.submitted_at desc, x.order_id desc, x.line_no desc limit 1) asked on true`

/** The currency of the price in the provider's record, else that of the list price. */
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
       then json_build_object('orderId', asked.order_id, 'lineId', asked.line_id, 'type', asked.type, 'day', asked.day,
                              'status', asked.step,
                              'networkName', case asked.type when 3 then coalesce(asked.item ->> 'networkName', '') else '' end,
                              'userName', case asked.type when 3 then trim(coalesce(asked.item ->> 'userName', '')) else '' end)
       end as asked`

/** Started or starting later, and not ended. A license with a record stays in the list until the provider ends it. */
export const isHeld = sql`
  (l.is_provided or l.ends_on is distinct from l.starts_on and (l.ends_on is null or l.ends_on > ${today}))`

/**
 * Returns the columns of the company's license with the current id `named.license_id`. Each id is looked up once, by an index.
 */
const heldNamed = (accountId: string, which: Sql, more = empty): Sql => {
  const found = (how: Sql) => sql`
    select ${columns} ${more} from ${withAsked} where l.account_id = ${accountId} and ${how} and l.license_id = named.license_id and ${which}`
  return sql`
    ${found(sql`l.is_provided`)}
     union all
    ${found(sql`not l.is_provided and l.item_id = any (${idsOf(accountId, sql`named.license_id`)})`)}`
}

/** Returns the licenses with these ids, in this order, without licenses that the company no longer holds. */
export const heldByIds = (accountId: string, ids: readonly string[], more = empty): Sql => sql`
  with named as materialized (
    select ${presentId(accountId, sql`given.id`)} as license_id, nth from unnest(${ids}::text[]) with ordinality given (id, nth))
  select one.* from named cross join lateral (${heldNamed(accountId, isHeld, more)}) one
   order by nth`

/**
 * Returns the licenses that items may refer to: by the item's license id, else the licenses in force that have the item's
 * names (a test explains the statement). The license that was ordered first is first.
 */
export function licensesNamedBy(accountId: string, items: readonly LineItem[]): Sql {
  const said = items.map(wordsOfItem)
  const skus = items.flatMap(({ licenseId, productSku }) => (licenseId ? [] : [productSku]))
  return sql`
    with asked as (
      select nth, license_id, sku, plain_name(network) as network, plain_name(person) as person
        from unnest(${items.map(({ licenseId }) => licenseId || null)}::text[],
                    ${items.map(({ productSku }) => productSku)}::text[],
                    ${said.map(({ networkName }) => networkName)}::text[],
                    ${said.map(({ userName }) => userName)}::text[])
             with ordinality given (license_id, sku, network, person, nth)),
    held as materialized (
      select l.license_id, l.product_sku as sku, plain_name(l.network_name) as network, plain_name(l.user_name) as person
        from held_license l
       where l.account_id = ${accountId} and ${isHeld} and l.product_sku = any (${skus}::text[])),
    named as materialized (
      select nth, ${presentId(accountId, sql`asked.license_id`)} as license_id from asked where license_id is not null
       union all
      select asked.nth, held.license_id from asked join held using (sku, network, person) where asked.license_id is null)
    select named.nth::int - 1 as place, one.*
      from named cross join lateral (${heldNamed(accountId, sql`true`)}) one
     order by named.nth, one."startsOn", length(one."licenseId"), one."licenseId"`
}

/** Returns the ids whose licenses have ended by their records, so that the company no longer holds them. */
export async function findEnded(
  tx: Tx,
  accountId: string,
  licenseIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (licenseIds.length === 0) return new Set()
  const rows = await tx.query<{ id: string }>(sql`
    select given.id from unnest(${licenseIds}::text[]) given (id)
      join provided_license p on p.account_id = ${accountId} and p.license_id = ${presentId(accountId, sql`given.id`)}
     where p.status = 'Ended' or p.until < ${today}`)
  return new Set(rows.map(({ id }) => id))
}

/** The statement that finds a license that the company holds, with all its ids (a test explains it). */
export const heldById = (accountId: string, licenseId: string): Sql =>
  heldByIds(accountId, [licenseId], sql`, ${idsOfLicense} as ids`)

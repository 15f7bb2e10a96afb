import sql, { empty, join, type Sql } from 'sql-template-tag'
import { wordsOfItem } from '@portal/domain/licenses/license-meant'
import type { HeldLicense, HeldPage, LineItem } from '@portal/domain/licenses/licenses.schema'
import type { Tx } from '../platform/database.ts'
import { decimal } from '../platform/decimal.ts'
import { containing, wordsOf } from '../platform/text-search.ts'

const today = sql`(portal_now() at time zone 'UTC')::date`

/** A license with its product, and with its current state if its last change is still to come. */
const licenses = sql`
  held_license l
  left join product p on p.product_id = l.product_sku
  left join lateral (
       select f.network_name, f.user_name, f.ip_address
         from former_license f
        where f.account_id = l.account_id and f.license_id = l.license_id
        order by greatest(f.starts_on, ${today}), f.starts_on desc
        limit 1) now on l.changed_on > ${today}`

/** Of a price that the provider's record has, else of the list price. */
const currency = sql`case when l.price_cents is null then coalesce(p.currency, 'USD') else l.price_currency end`

const columns = sql`
  l.license_id as "licenseId", l.order_id as "orderId", l.product_sku as "productSku", coalesce(p.description, l.product_sku) as "productName",
  coalesce(p.item_group_name, '') as "itemGroupName",
  coalesce(now.network_name, l.network_name) as "networkName", coalesce(now.user_name, l.user_name) as "userName",
  coalesce(now.ip_address, l.ip_address) as "ipAddress", l.covered_company as "coveredCompany",
  l.starts_on as "startsOn", l.ends_on as "endsOn",
  case when now.network_name is not null and (l.ends_on is null or l.ends_on > l.changed_on)
       then json_build_object('startsOn', l.changed_on, 'networkName', l.network_name, 'userName', l.user_name,
                              'ipAddress', l.ip_address) end as next,
  ${decimal(sql`coalesce(l.price_cents, p.monthly_price_cents)`, currency)}::float8 as "monthlyPrice",
  ${currency} as "currencyIsoCode", l.is_provided as "isProvided", coalesce(l.status = 'Suspended', false) as "isSuspended",
  case when l.next_price_from > ${today}
       then json_build_object('from', l.next_price_from,
                              'monthlyPrice', ${decimal(sql`l.next_price_cents`, currency)}::float8) end as "nextPrice",
  case when l.asked_order_id is not null
       then json_build_object('orderId', l.asked_order_id, 'type', l.asked_type, 'day', l.asked_day) end as asked`

/** The current names and those after the last change: searches match both. */
const names = [
  { network: sql`lower(now.network_name)`, person: sql`lower(now.user_name)` },
  { network: sql`lower(l.network_name)`, person: sql`lower(l.user_name)` },
]

/** Started or starting later, and not ended. What runs stays in the list until the provider ends it. */
const isHeld = sql`
  (l.is_provided or l.ends_on is distinct from l.starts_on and (l.ends_on is null or l.ends_on > ${today}))`

/**
 * Returns the licenses that a company holds now or from a later day on, and those that will end.
 */
export async function listHeld(
  tx: Tx,
  accountId: string,
  asked: HeldPage,
): Promise<{ rows: HeldLicense[]; total: number }> {
  const { page, perPage } = asked
  const held = sql`
      from ${licenses}
     where l.account_id = ${accountId} and ${isHeld} ${join([empty, ...conditions(asked)], ' and ')}`
  const rows = await tx.query<HeldLicense>(sql`
    select ${columns} ${held}
     order by "productName", lower(coalesce(now.network_name, l.network_name)),
              lower(coalesce(now.user_name, l.user_name)), lower(l.covered_company), l.starts_on,
              length(l.license_id), l.license_id
     limit ${perPage} offset ${(page - 1) * perPage}`)
  const count = await tx.one<{ total: number }>(sql`select count(*) as total ${held}`)
  return { rows, total: count?.total ?? 0 }
}

function conditions(asked: HeldPage): Sql[] {
  const { productSku, networkName, userName } = asked
  const words = wordsOf(asked)
  const pattern = containing(words)
  return [
    ...(words
      ? [
          sql`(l.user_name ilike ${pattern} or l.network_name ilike ${pattern} or now.user_name ilike ${pattern}
               or now.network_name ilike ${pattern} or l.product_sku ilike ${pattern}
               or p.description ilike ${pattern} or l.covered_company ilike ${pattern})`,
        ]
      : []),
    ...(productSku === undefined ? [] : [sql`l.product_sku = ${productSku}`]),
    either(({ network, person }) => [
      ...(networkName === undefined ? [] : [sql`${network} = lower(${networkName})`]),
      ...(userName === undefined ? [] : [sql`${person} = lower(${userName.trim()})`]),
    ]),
  ]
}

const either = (conditionsOf: (one: (typeof names)[number]) => Sql[]): Sql =>
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
      select nth, license_id from asked where license_id is not null
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
           select ${columns} from ${licenses}
            where l.account_id = ${accountId} and l.license_id = m.license_id
              and (a.license_id is not null or (l.product_sku = a.sku and ${isHeld} and ${isNamed}))
           -- Keeps the planner from joining all licenses: the view is searched once per id.
           offset 0) one
     order by a.nth, one."startsOn", length(one."licenseId"), one."licenseId"`
}

/** The statement that finds a license that the company holds (a test explains it). */
export const heldById = (accountId: string, licenseId: string): Sql => sql`
  select ${columns} from ${licenses}
   where l.account_id = ${accountId} and l.license_id = ${licenseId} and ${isHeld}`

import sql, { empty } from 'sql-template-tag'
import type { HeldLicense, HeldPage } from '@portal/domain/licenses/licenses.schema'
import type { Tx } from '../platform/database.ts'
import { decimal } from '../platform/decimal.ts'
import { containing, wordsOf } from '../platform/text-search.ts'

/** Licenses a company holds now or from a later day on, and those whose end is still to come. */
export async function listHeld(
  tx: Tx,
  accountId: string,
  asked: HeldPage,
): Promise<{ rows: HeldLicense[]; total: number }> {
  const { page, perPage } = asked
  const words = wordsOf(asked)
  const pattern = containing(words)
  const found = words
    ? sql`and (l.user_name ilike ${pattern} or l.network_name ilike ${pattern}
               or l.product_sku ilike ${pattern} or p.description ilike ${pattern})`
    : empty
  const held = sql`
      from license l
      left join product p on p.product_id = l.product_sku
     where l.account_id = ${accountId} and l.ends_on is distinct from l.starts_on
       and (l.ends_on is null or l.ends_on > (portal_now() at time zone 'UTC')::date) ${found}`
  const rows = await tx.query<HeldLicense>(sql`
    select l.id, l.product_sku as "productSku", coalesce(p.description, l.product_sku) as "productName",
           coalesce(p.item_group_name, '') as "itemGroupName", l.network_name as "networkName",
           l.user_name as "userName", l.ip_address as "ipAddress", l.starts_on as "startsOn",
           l.ends_on as "endsOn", ${decimal(sql`p.monthly_price_cents`, sql`p.currency`)}::float8 as "monthlyPrice",
           coalesce(p.currency, 'USD') as "currencyIsoCode"
      ${held}
     order by "productName", lower(l.network_name), lower(l.user_name), l.id
     limit ${perPage} offset ${(page - 1) * perPage}`)
  const count = await tx.one<{ total: number }>(sql`select count(*) as total ${held}`)
  return { rows, total: count?.total ?? 0 }
}

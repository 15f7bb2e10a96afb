import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { HeldOrder, HeldStanding } from '@portal/domain/licenses/held-lists'
import type {
  HeldCosts,
  HeldFilter,
  HeldLicense,
  HeldPage,
  HeldSort,
} from '@portal/domain/licenses/held.schema'
import type { Tx } from '../platform/database/database.ts'
import { decimal } from '../platform/database/decimal.ts'
import { containing, wordsOf } from '../platform/database/text-search.ts'
import {
  currency,
  endsOn,
  heldByIds,
  isHeld,
  isListPrice,
  licenses,
  price,
  withAsked,
} from './held.queries.ts'
import { today } from '../platform/database/today.ts'

const network = sql`l.network_name collate natural_order`
const person = sql`l.user_name collate natural_order`
const product = sql`coalesce(p.description, l.product_sku) collate natural_order`

/** The first sort key of each order; the other keys follow. */
const firsts: Record<HeldOrder, Sql> = {
  product,
  network,
  user: person,
  since: sql`l.starts_on`,
  price,
}
const others = sql`
  ${product}, ${network}, ${person}, l.covered_company collate natural_order, l.starts_on,
  length(l.license_id), l.license_id`

/**
 * Returns the ids of the licenses that a company holds now or from a later day on, including those that will end, and
 * their number (a test explains the statement). Details are read for one page only.
 */
export const heldIds = (accountId: string, asked: HeldFilter & HeldSort, limits = empty): Sql => {
  const { sort = 'product', direction = 'ascending' } = asked
  const way = direction === 'ascending' ? sql`asc nulls first` : sql`desc nulls last`
  return sql`
    select l.license_id as "licenseId", count(*) over () as total ${heldThat(accountId, asked)}
     order by ${firsts[sort]} ${way}, ${others} ${limits}`
}

export async function listHeld(
  tx: Tx,
  accountId: string,
  asked: HeldPage,
): Promise<{ rows: HeldLicense[]; total: number }> {
  const { page, perPage } = asked
  const found = await tx.query<{ licenseId: string; total: number }>(
    heldIds(accountId, asked, sql`limit ${perPage} offset ${(page - 1) * perPage}`),
  )
  const ids = found.map(({ licenseId }) => licenseId)
  const rows = await tx.query<HeldLicense>(heldByIds(accountId, ids))
  const [first] = found
  if (first) return { rows, total: first.total }
  return { rows, total: page > 1 ? (await heldCosts(tx, accountId, asked)).count : 0 }
}

/** Returns what the licenses cost per month, by currency. */
export async function heldCosts(tx: Tx, accountId: string, asked: HeldFilter): Promise<HeldCosts> {
  const sums = await tx.query<
    HeldCosts['totals'][number] & { count: number; unpriced: number; isProvided: boolean }
  >(sql`
    select ${currency} as "currencyIsoCode", count(*)::int as count,
           ${decimal(sql`coalesce(sum(${price}), 0)::bigint`, currency)}::float8 as amount,
           (count(*) filter (where ${price} is null))::int as unpriced,
           case when not coalesce(bool_or(${isListPrice}), false) then 'records'
                when coalesce(bool_or(l.price_cents is not null), false) then 'both' else 'list' end as basis,
           bool_and(l.is_provided) as "isProvided"
      ${heldThat(accountId, asked)} group by 1 order by 1`)
  const sum = (of: (one: (typeof sums)[number]) => number) =>
    sums.reduce((all, one) => all + of(one), 0)
  return {
    count: sum(({ count }) => count),
    unpriced: sum(({ unpriced }) => unpriced),
    isProvided: sums.every(({ isProvided }) => isProvided),
    totals: sums
      .filter(({ count, unpriced }) => count > unpriced)
      .map(({ currencyIsoCode, amount, basis }) => ({ currencyIsoCode, amount, basis })),
  }
}

const heldThat = (accountId: string, asked: HeldFilter): Sql => sql`
  from ${asked.standing === 'ending' ? withAsked : licenses}
 where l.account_id = ${accountId} and ${isHeld} ${join([empty, ...conditions(asked)], ' and ')}`

const standings: Record<HeldStanding, Sql> = {
  ending: sql`${endsOn} is not null`,
  starting: sql`l.starts_on > ${today}`,
  suspended: sql`l.status = 'Suspended'`,
  // The list price of a product does not apply to a license with a record.
  unpriced: sql`l.price_cents is null and (l.is_provided or p.monthly_price_cents is null)`,
}

function conditions(asked: HeldFilter): Sql[] {
  const { productSku, networkName, userName, standing } = asked
  const words = wordsOf(asked)
  const pattern = containing(words)
  return [
    ...(words
      ? [
          sql`(l.user_name ilike ${pattern} or l.network_name ilike ${pattern}
               or l.product_sku ilike ${pattern}
               or p.description ilike ${pattern} or l.covered_company ilike ${pattern}
               or l.license_id ilike ${pattern} ${ofOrder(words)})`,
        ]
      : []),
    ...(standing === undefined ? [] : [standings[standing]]),
    ...(productSku === undefined ? [] : [sql`l.product_sku = ${productSku}`]),
    ...(networkName === undefined ? [] : [sql`lower(l.network_name) = lower(${networkName})`]),
    ...(userName === undefined ? [] : [sql`lower(l.user_name) = lower(${userName.trim()})`]),
  ]
}

/** `#12` finds the licenses that order 12 added. */
const ofOrder = (words: string): Sql =>
  /^#\d{1,18}$/.test(words) ? sql`or l.order_id = ${words.slice(1)}` : empty

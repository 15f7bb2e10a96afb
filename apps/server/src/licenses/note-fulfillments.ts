import sql from 'sql-template-tag'
import { newestProduct } from '@portal/domain/licenses/newest-product'
import type { Tx } from '../platform/database.ts'
import { stepOfLine } from '../platform/order-step.ts'
import {
  findFulfillments,
  type AddedLine,
  type Described,
  type RecordedLicense,
} from './fulfillment.ts'
import { addsLicense, namedId } from './held.queries.ts'

/** Finds again which ordered licenses a company's records describe, after an import changed some of either. */
export async function noteFulfillments(tx: Tx, accountId: string): Promise<void> {
  const newest = await findNewest(tx)
  const lines = (await listAdded(tx, accountId)).map(newest)
  const records = (await listRecorded(tx, accountId, lines)).map(newest)
  const found = findFulfillments(records, lines)
  const changed = records.filter(({ licenseId, fulfills }) => {
    const now = found.get(licenseId)
    return now?.addedId !== fulfills?.addedId || now?.isGuess !== fulfills?.isGuess
  })
  if (changed.length === 0) return
  const ids = changed.map(({ licenseId }) => licenseId)
  // Two may have changed places, and no two have the same at any time.
  await tx.run(sql`
    update provided_license set ordered_as = null, is_guess = false
     where account_id = ${accountId} and license_id = any (${ids}::text[]) and ordered_as is not null`)
  await tx.run(sql`
    update provided_license r set ordered_as = now.added_id, is_guess = now.is_guess
      from unnest(${ids}::text[], ${ids.map((id) => found.get(id)?.addedId ?? null)}::text[],
                  ${ids.map((id) => found.get(id)?.isGuess ?? false)}::boolean[]) as now (license_id, added_id, is_guess)
     where r.account_id = ${accountId} and r.license_id = now.license_id and now.added_id is not null`)
}

/** Returns a function that gives a license the newest product that replaces its own. */
async function findNewest(tx: Tx): Promise<<T extends Described>(one: T) => T> {
  const rows = await tx.query<{ id: string; next: string }>(sql`
    select product_id as id, replaced_by as next from product where replaced_by is not null`)
  const next = new Map(rows.map((row) => [row.id, row.next]))
  return (one) => ({ ...one, productId: newestProduct(one.productId, (id) => next.get(id)) })
}

/** Items that add, in the order of submission; none if the company has no records. */
const listAdded = (tx: Tx, accountId: string) =>
  tx.query<AddedLine & Record<string, unknown>>(sql`
    select x.portal_id as "addedId", ${namedId} as "licenseId", o.id as "orderId", ${stepOfLine} = 'Rejected' as "isRejected",
           coalesce(x.item ->> 'productSku', '') as "productId",
           coalesce(own.short_name, shared.short_name, nullif(x.item ->> 'networkName', ''), x.item ->> 'networkId', '')
             as "networkName",
           trim(coalesce(x.item ->> 'userName', '')) as "userName",
           trim(coalesce(x.item ->> 'coveredCompany', '')) as "coveredCompany"
      from license_order o
      join license_order_line x on x.account_id = o.account_id and x.order_id = o.id
      left join company_network own on own.account_id = o.account_id and own.network_id = x.item ->> 'networkId'
      left join shared_network shared on shared.network_id = x.item ->> 'networkId'
     where o.account_id = ${accountId} and o.status = 'Submitted'
       and ${addsLicense}
       and exists (select from provided_license where account_id = ${accountId})
     order by o.submitted_at, o.id, x.line_no`)

/** The records that have the id of an item, or name an order; and those that did, though the order is gone. */
async function listRecorded(tx: Tx, accountId: string, lines: readonly AddedLine[]) {
  const ids = lines.flatMap(({ addedId, licenseId }) => [addedId, licenseId ?? addedId])
  const rows = await tx.query<
    Omit<RecordedLicense, 'fulfills'> & { orderedAs: string | null; isGuess: boolean }
  >(sql`
    select r.license_id as "licenseId", coalesce(named.id, ours.id) as "orderId", r.product_id as "productId",
           coalesce(own.short_name, shared.short_name, r.network_id, '') as "networkName",
           trim(coalesce(r.user_name, '')) as "userName", trim(coalesce(r.covered_company, '')) as "coveredCompany",
           r.ordered_as as "orderedAs", r.is_guess as "isGuess"
      from provided_license r
      left join license_order named on named.account_id = r.account_id and named.external_id = r.license_order_id
      left join license_order ours on ours.account_id = r.account_id and ours.portal_id = r.license_order_id
      left join company_network own on own.account_id = r.account_id and own.network_id = r.network_id
      left join shared_network shared on shared.network_id = r.network_id
     where r.account_id = ${accountId}
       and (named.id is not null or ours.id is not null or r.ordered_as is not null
            or r.license_id in (select unnest(${ids}::text[])))
     order by length(r.license_id), r.license_id`)
  return rows.map(({ orderedAs, isGuess, ...record }) => ({
    ...record,
    fulfills: orderedAs === null ? null : { addedId: orderedAs, isGuess },
  }))
}

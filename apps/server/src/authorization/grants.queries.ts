import sql from 'sql-template-tag'
import type { KnownLicense, KnownRequest } from '@portal/domain/authorization/grants'
import type { KnownOrder } from '@portal/domain/authorization/show-authorization'
import { requestTypes } from '@portal/domain/licenses/request-types'
import type { Tx } from '../platform/database.ts'
import { stepOfLine } from '../platform/order-step.ts'
import { today } from '../platform/today.ts'

/** What lines name: only what may authorize one of them is read. */
export interface Named {
  licenseIds: string[]
  productIds: string[]
  orderIds: string[]
  requestIds: string[]
}

/** Of an order or a license. */
export interface Ids {
  portalId: string
  recordId: string | null
}

/** Whether anything is known that could authorize a charge. */
export const knowsGrants = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx.one(sql`
    select where exists (select from provided_license where account_id = ${accountId})
              or exists (select from license where account_id = ${accountId})
              or exists (select from equipment_request where account_id = ${accountId})`)) !==
  undefined

/** Beyond this, licenses are only looked for by the ids that lines have: reading all would take seconds. */
const mostByProduct = 20_000

/** Returns the products of which not too many licenses are known; none if they are too many together. */
export async function searchableProducts(
  tx: Tx,
  accountId: string,
  productIds: readonly string[],
): Promise<string[]> {
  const many = await tx.one(sql`
    select from (
      select from provided_license where account_id = ${accountId} and product_id = any (${productIds}::text[])
       union all
      select from license where account_id = ${accountId} and product_sku = any (${productIds}::text[])) one
    offset ${mostByProduct} limit 1`)
  return many === undefined ? [...productIds] : []
}

/** Whether the provider's records say what runs (decision 0067). */
export const hasLicenseRecords = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx.one(sql`select from provided_license where account_id = ${accountId} limit 1`)) !==
  undefined

/**
 * Returns what runs or ran by the provider's records. Where the record has no end, a cancellation that was ordered gives
 * it: its day is the first without the license. An end before its start, or before it was added again, is of an earlier
 * time.
 */
export const providedLicenses = (
  tx: Tx,
  accountId: string,
  named: Named,
): Promise<KnownLicense[]> =>
  tx.query<KnownLicense>(sql`
    select r.license_id as "licenseId", r.product_id as "productId", array_remove(array[r.user_name], null) as "userNames",
           r.since, r.first_since as "firstSince", coalesce(r.until, newest.day - 1) as until,
           r.status = 'Ended' and coalesce(r.until, newest.day) is null as "endIsUnknown",
           coalesce(r.status, 'Active') = 'Active' and coalesce(p.billing_months, 1) = 1 as "isChargedMonthly",
           r.monthly_price_cents as "monthlyPrice", r.next_price_cents as "nextMonthlyPrice", r.next_price_from as "nextPriceFrom",
           r.priced_on as "pricedOn", r.currency,
           coalesce((select o.portal_id from license_order o
                      where o.account_id = r.account_id and o.external_id = r.license_order_id),
                    r.license_order_id,
                    (select o.portal_id
                       from license_order_line x
                       join license_order o on o.account_id = x.account_id and o.id = x.order_id
                      where x.account_id = r.account_id and x.portal_id = r.ordered_as)) as "orderId"
      from provided_license r
      left join product p on p.product_id = r.product_id
      left join lateral (
           select case when (x.item ->> 'customerOrderRequestTypeId')::int = ${requestTypes.cancel}
                       then day_or(x.item ->> 'dateRequired', (o.submitted_at at time zone 'UTC')::date) end as day
             from license_order_line x
             join license_order o on o.account_id = x.account_id and o.id = x.order_id
            where x.account_id = r.account_id and x.license_id in (r.license_id, r.ordered_as) and o.status = 'Submitted'
              and x.item ->> 'customerOrderRequestTypeId' in ('1', '2', '3')
              and ${stepOfLine} <> 'Rejected'
            order by o.submitted_at desc, o.id desc, x.line_no desc limit 1) newest
        on r.until is null and (r.since is null or newest.day > r.since)
     where r.account_id = ${accountId}
       and (r.license_id = any (${named.licenseIds}::text[]) or r.product_id = any (${named.productIds}::text[])
            or r.license_order_id = any (${named.orderIds}::text[])
            or r.ordered_as in (select x.portal_id from license_order o
                                  join license_order_line x on x.account_id = o.account_id and x.order_id = o.id
                                 where o.account_id = ${accountId} and o.portal_id = any (${named.orderIds}::text[])))
     order by r.since nulls first, r.license_id`)

/** Returns what runs or ran by the orders of a company. Each has its users, the newest first. */
export const orderedLicenses = (tx: Tx, accountId: string, named: Named): Promise<KnownLicense[]> =>
  tx.query<KnownLicense>(sql`
    select l.license_id as "licenseId", l.product_sku as "productId",
           array_remove(array_prepend(l.user_name, (
             select array_agg(distinct f.user_name) from former_license f
              where f.account_id = l.account_id and f.license_id = l.license_id)), '') as "userNames",
           l.starts_on as since, l.starts_on as "firstSince", l.ends_on - 1 as until, false as "endIsUnknown", false as "isChargedMonthly",
           null::bigint as "monthlyPrice", null::bigint as "nextMonthlyPrice", null::date as "nextPriceFrom",
           null::date as "pricedOn", null::text as currency,
           o.portal_id as "orderId"
      from license l
      join license_order o on o.account_id = l.account_id and o.id = l.order_id
     where l.account_id = ${accountId}
       and (l.license_id = any (${named.licenseIds}::text[]) or l.product_sku = any (${named.productIds}::text[])
            or o.portal_id = any (${named.orderIds}::text[]))
     order by l.starts_on, l.license_id`)

/** Returns the id in the portal and that of the record, if there is one, of the orders that have one of the ids. */
export const findOrderIds = (
  tx: Tx,
  accountId: string,
  orderIds: readonly string[],
): Promise<Ids[]> =>
  tx.query(sql`
    select portal_id as "portalId", external_id as "recordId" from license_order
     where account_id = ${accountId}
       and (external_id = any (${orderIds}::text[]) or portal_id = any (${orderIds}::text[]))`)

/** Returns the id in the portal and that of the record of the licenses that have two and one of these. */
export const findLicenseIds = (
  tx: Tx,
  accountId: string,
  licenseIds: readonly string[],
): Promise<Ids[]> =>
  tx.query(sql`
    select ordered_as as "portalId", license_id as "recordId" from provided_license
     where account_id = ${accountId} and ordered_as <> license_id
       and (ordered_as = any (${licenseIds}::text[]) or license_id = any (${licenseIds}::text[]))`)

/** The ids of records by those of the portal. */
export const recordIdsOf = (ids: readonly Ids[]) =>
  new Map(ids.flatMap(({ portalId, recordId }) => (recordId ? [[portalId, recordId]] : [])))

/** True for a line `x` of the order `o` that was not rejected. */
const isNotRejected = sql`x.account_id = o.account_id and x.order_id = o.id and ${stepOfLine} <> 'Rejected'`

/** Returns orders that were submitted and not rejected, with the products of the items that were not. */
export const findOrders = (
  tx: Tx,
  accountId: string,
  orderIds: readonly string[],
): Promise<(KnownOrder & { orderId: string; productIds: string[] })[]> =>
  tx.query(sql`
    select o.portal_id as "orderId", o.id, o.requestor_name as "requestorName",
           (o.submitted_at at time zone 'UTC')::date as day,
           array(select x.item ->> 'productSku' from license_order_line x
                  where ${isNotRejected}) as "productIds"
      from license_order o
     where o.account_id = ${accountId} and o.status = 'Submitted'
       and exists (select from license_order_line x where ${isNotRejected})
       and o.portal_id = any (${orderIds}::text[])`)

export const findRequests = (
  tx: Tx,
  accountId: string,
  requestIds: readonly string[],
): Promise<KnownRequest[]> =>
  tx.query<KnownRequest>(sql`
    select e.equipment_request_id as "equipmentRequestId",
           e.external_order_status in ('Order Submitted', 'Closed') as "isApproved",
           e.external_order_status = 'Cancelled' as "isCancelled"
      from equipment_request e
     where e.account_id = ${accountId} and e.equipment_request_id = any (${requestIds}::text[])`)

/** Returns requests that were closed long enough ago and that no invoice charges, if invoices charge others. */
export const unbilledRequests = (tx: Tx, accountId: string): Promise<UnbilledRequest[]> =>
  tx.query<UnbilledRequest>(sql`
    select e.equipment_request_id as "equipmentRequestId", e.order_date as "orderDate"
      from equipment_request e
     where e.account_id = ${accountId} and e.external_order_status = 'Closed'
       and e.order_date < ${today} - ${mostDaysUntilBilled}::int
       and exists (select from invoice_line l where l.account_id = e.account_id and l.equipment_request_id is not null)
       and not exists (select from invoice_line l
                        where l.account_id = e.account_id and l.equipment_request_id = e.equipment_request_id)
       and exists (select from equipment_line l
                    where l.account_id = e.account_id and l.equipment_request_id = e.equipment_request_id
                      and l.installation_fee_cents > 0)
     order by e.order_date, e.equipment_request_id`)

const mostDaysUntilBilled = 60

export interface UnbilledRequest {
  equipmentRequestId: string
  orderDate: string
}

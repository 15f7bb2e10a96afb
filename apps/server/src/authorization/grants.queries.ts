import sql from 'sql-template-tag'
import type { KnownLicense, KnownRequest } from '@portal/domain/authorization/grants'
import type { KnownOrder } from '@portal/domain/authorization/show-authorization'
import { requestTypes } from '@portal/domain/licenses/request-types'
import type { Tx } from '../platform/database/database.ts'
import { idsOfLicense, presentId } from '../licenses/held.queries.ts'
import { today } from '../platform/database/today.ts'

export interface Named {
  licenseIds: string[]
  productIds: string[]
  orderIds: string[]
  requestIds: string[]
}

/** One id by which lines may name an order, and the order's current ids. */
export interface OrderIds {
  /** The id of the portal, the id of the order's record, or an id that this record had before. */
  named: string
  portalId: string
  recordId: string | null
}

/** Whether the company has anything that could authorize a charge: a license, an order or an equipment request. */
export const knowsGrants = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx.one(sql`
    select where exists (select from company_license where account_id = ${accountId})
              or exists (select from equipment_request where account_id = ${accountId})`)) !==
  undefined

/**
 * If a company has more licenses of the products, they are searched only by the ids that lines have: reading all of them
 * would take seconds.
 */
const mostByProduct = 20_000

/** Returns the products whose licenses may all be read; none if there are too many of these licenses. */
export async function searchableProducts(
  tx: Tx,
  accountId: string,
  productIds: readonly string[],
): Promise<string[]> {
  const many = await tx.one(sql`
    select from (
      select from company_license where account_id = ${accountId} and product_sku = any (${productIds}::text[])) one
    offset ${mostByProduct} limit 1`)
  return many === undefined ? [...productIds] : []
}

/** Whether the provider's records decide which licenses run (decision 0103). */
export const hasLicenseRecords = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx.one(
    sql`select from company where account_id = ${accountId} and licenses_by = 'records'`,
  )) !== undefined

/**
 * Returns the licenses that run or ran by the provider's records. If a record has no end, an ordered cancellation sets the
 * end to the day before the day of the cancellation. An end that is before the license's start, or before the license was
 * added again, belongs to an earlier period and is ignored.
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
           (select o.portal_id from license_order o where o.account_id = r.account_id and o.id = l.order_id) as "orderId"
      from provided_license r
     cross join lateral (
           -- 'offset 0': the view is read for this license only, not for all of the company once per license.
           select order_id, account_id, license_id from company_license
            where account_id = r.account_id and license_id = r.license_id and is_provided offset 0) l
      left join product p on p.product_id = r.product_id
      left join lateral (
           select case when x.type::int = ${requestTypes.cancel} then x.day end as day
             from asked_line x
            where x.account_id = r.account_id and x.step not in ('Rejected', 'Withdrawn')
              and (x.type in ('2', '3') and x.license_id = any (${idsOfLicense}) or x.adds and x.portal_id = any (${idsOfLicense}))
            order by x.submitted_at desc, x.order_id desc, x.line_no desc limit 1) newest
        on r.until is null and (r.since is null or newest.day > r.since)
     where r.account_id = ${accountId}
       and (r.license_id = any (${named.licenseIds}::text[]) or r.product_id = any (${named.productIds}::text[])
            or r.license_order_id = any (${named.orderIds}::text[])
            or r.license_id in (select ${presentId(accountId, sql`x.portal_id`)} from license_order o
                                  join license_order_line x on x.account_id = o.account_id and x.order_id = o.id
                                 where o.account_id = ${accountId} and o.portal_id = any (${named.orderIds}::text[])))
     order by r.since nulls first, r.license_id`)

/** Returns the licenses that run or ran by the company's orders, each with its users, newest first. */
export const orderedLicenses = (tx: Tx, accountId: string, named: Named): Promise<KnownLicense[]> =>
  tx.query<KnownLicense>(sql`
    select l.license_id as "licenseId", l.product_sku as "productId",
           array_remove(array_prepend(l.user_name, array(
             select distinct trim(coalesce(x.item ->> 'userName', '')) from asked_line x
              where x.account_id = l.account_id and x.step not in ('Rejected', 'Withdrawn')
                and (x.adds and x.portal_id = any (${idsOfLicense}) or x.type = '3' and x.license_id = any (${idsOfLicense})))), '')
             as "userNames",
           l.starts_on as since, l.starts_on as "firstSince", l.ends_on - 1 as until, false as "endIsUnknown", false as "isChargedMonthly",
           null::bigint as "monthlyPrice", null::bigint as "nextMonthlyPrice", null::date as "nextPriceFrom",
           null::date as "pricedOn", null::text as currency,
           o.portal_id as "orderId"
      from company_license l
      join license_order o on o.account_id = l.account_id and o.id = l.order_id
     where l.account_id = ${accountId} and not l.is_provided
       and (l.license_id = any (${named.licenseIds}::text[]) or l.product_sku = any (${named.productIds}::text[])
            or o.portal_id = any (${named.orderIds}::text[]))
     order by l.starts_on, l.license_id`)

export const findOrderIds = (
  tx: Tx,
  accountId: string,
  orderIds: readonly string[],
): Promise<OrderIds[]> =>
  tx.query(sql`
    select named, portal_id as "portalId", external_id as "recordId"
      from license_order o cross join lateral unnest(array[portal_id, external_id] || former_ids) named
     where account_id = ${accountId} and named = any (${orderIds}::text[])`)

/** Joins the lines `x` of the order `o` that were neither rejected nor withdrawn. */
const ofOrder = sql`
  asked_line x where x.account_id = o.account_id and x.order_id = o.id and x.step not in ('Rejected', 'Withdrawn')`

/** Returns submitted orders that were neither rejected nor withdrawn, with the products of their items that were not either. */
export const findOrders = (
  tx: Tx,
  accountId: string,
  orderIds: readonly string[],
): Promise<(KnownOrder & { orderId: string; productIds: string[] })[]> =>
  tx.query(sql`
    select o.portal_id as "orderId", o.id, o.requestor_name as "requestorName",
           (o.submitted_at at time zone 'UTC')::date as day,
           array(select x.item ->> 'productSku' from ${ofOrder}) as "productIds"
      from license_order o
     where o.account_id = ${accountId} and o.status = 'Submitted'
       and exists (select from ${ofOrder})
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

/** Returns requests, closed long enough ago, that no invoice charges; none if the company's invoices charge no requests at all. */
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

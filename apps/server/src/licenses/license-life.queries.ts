import sql, { type Sql } from 'sql-template-tag'
import type { HeldLicense, LicenseLife } from '@portal/domain/licenses/held.schema'
import { mayUse } from '@portal/domain/kernel/permissions'
import type { Tx } from '../platform/database/database.ts'
import { decimal } from '../platform/database/decimal.ts'
import { notFound } from '../platform/http/refusal.ts'
import type { Scope } from '../platform/database/scope.ts'
import { heldById } from './held.queries.ts'
import { visibleCategories } from '../session/visible-categories.ts'

/** The most orders that a panel shows. */
const mostOrders = 100
const mostBills = 12

/** Returns a license with its orders and bills. Throws if the company does not hold it. */
export async function readLicenseLife(
  tx: Tx,
  scope: Scope,
  licenseId: string,
): Promise<LicenseLife> {
  const found = await tx.one<HeldLicense & { ids: string[] }>(heldById(scope.accountId, licenseId))
  if (!found) throw notFound()
  const { ids, ...license } = found
  return {
    license,
    orders: await tx.query<LicenseLife['orders'][number]>(
      ordersOf(scope.accountId, ids, license.orderId),
    ),
    bills: mayUse(scope.actor, 'AccessInvoices') ? await findBills(tx, scope, ids) : null,
  }
}

/**
 * The statement that finds the order lines that named a license by one of its ids, or added it (a test explains it).
 * `addedBy` is the order that the license's record names; it counts if it has no other line.
 */
export const ordersOf = (
  accountId: string,
  ids: readonly string[],
  addedBy: number | null,
): Sql => sql`
  with x as materialized (
    select x.* from asked_line x
     where x.account_id = ${accountId} and x.license_id = any (${ids}::text[]) and x.type in ('2', '3')
     union
    select x.* from asked_line x
     where x.account_id = ${accountId} and x.portal_id = any (${ids}::text[]) and x.adds
     union
    select x.* from asked_line x
     where x.account_id = ${accountId} and x.order_id = ${addedBy} and x.adds and not x.has_run
       and not exists (select from license_order_line other
                        where other.account_id = x.account_id and other.order_id = x.order_id and other.line_no <> x.line_no))
  select o.id as "orderId", x.line_id as "lineId", x.type::int as type, x.day, o.requestor_name as "requestorName",
         to_char(o.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "submittedDate",
         c.terms_version as "termsVersion", x.step as status,
         coalesce(x.item ->> 'networkName', '') as "networkName", coalesce(x.item ->> 'userName', '') as "userName"
    from x
    join license_order o on o.account_id = x.account_id and o.id = x.order_id
    left join license_order_consent c on c.account_id = o.account_id and c.order_id = o.id
   order by o.submitted_at, o.id limit ${mostOrders}`

function findBills(tx: Tx, scope: Scope, ids: readonly string[]) {
  return tx.query<NonNullable<LicenseLife['bills']>[number]>(sql`
    select i.invoice_number as "invoiceNumber", i.invoice_date as date, i.currency as "currencyIsoCode",
           ${decimal(sql`sum(l.total_cents)::bigint`, sql`i.currency`)}::float8 as total
      from invoice_line l
      join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
     where l.account_id = ${scope.accountId} and l.license_id = any (${ids}::text[]) ${visibleCategories(scope)}
     group by i.id, i.invoice_number, i.invoice_date, i.currency
     order by i.invoice_date desc, i.id desc limit ${mostBills}`)
}

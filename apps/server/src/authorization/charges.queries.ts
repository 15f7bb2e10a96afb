import sql, { type Sql } from 'sql-template-tag'
import type { EarlierCharge } from '@portal/domain/authorization/taken-times'
import type { Bill } from '@portal/domain/changes/bill'
import type { Month } from '@portal/domain/kernel/month'
import type { BillReader } from '../changes/bills.queries.ts'
import type { Tx } from '../platform/database/database.ts'
import { monthOfInvoice } from '../changes/month-of-invoice.ts'
import { visibleCategories } from '../session/visible-categories.ts'

export const hasLaterBills = async (tx: Tx, reader: BillReader, month: Month): Promise<boolean> =>
  (await tx.one(sql`
    select from invoice i
     where i.account_id = ${reader.accountId} ${visibleCategories(reader)}
       and ${monthOfInvoice} > ${month} and i.amount_cents > 0 and not i.is_late_fee
     limit 1`)) !== undefined

/**
 * Returns earlier charges of the licenses of these bills, for the same days, on bills of other months. Also returns the
 * credits of these licenses on any bill of other months, even on a bill that the reader may not see, because such a credit
 * also cancels a charge. Other bills may name a license by another of its ids.
 */
export async function earlierCharges(
  tx: Tx,
  reader: BillReader,
  bills: readonly Bill[],
): Promise<RawCharge[]> {
  const lines = bills.flatMap((bill) =>
    bill.lines.filter((line) => line.licenseId && line.servicePeriodEnd),
  )
  const days = lines
    .flatMap((line) => [line.servicePeriodStart ?? line.servicePeriodEnd!, line.servicePeriodEnd!])
    .sort()
  const [first] = days
  const last = days.at(-1)
  const [oldest] = bills.map(({ date }) => date).sort()
  if (first === undefined || last === undefined || oldest === undefined) return []
  const own = [...new Set(lines.flatMap(({ licenseId }) => licenseId ?? []))]
  return tx.query<RawCharge>(sql`
    with ${namedBy(reader.accountId, own)}
    select n.license_id as "licenseId", l.product_id as "productId", l.product_name as "productName",
           l.service_period_start as from, l.service_period_end as to, l.total_cents as "totalCents",
           i.invoice_date as date, i.invoice_number as "invoiceNumber"
      from named n
      join invoice_line l on l.account_id = ${reader.accountId} and l.license_id = n.id
      join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
     where i.id <> all (${bills.map(({ id }) => id)}::bigint[])
       and case when l.total_cents < 0
                then (l.service_period_start is null or l.service_period_end is null
                      or l.service_period_start <= ${last} and l.service_period_end >= ${first})
                else l.total_cents > 0 and l.service_period_start <= ${last} and l.service_period_end >= ${first}
                     and coalesce(l.charge_type, 'recurring') = 'recurring'
                     and (l.quantity is null or l.quantity = trunc(l.quantity))
                     and i.invoice_date < ${oldest} ${visibleCategories(reader)} end
     order by i.invoice_date, i.id`)
}

/** Selects the licenses with these ids by all of their ids, as `named (id, license_id)`. */
export const namedBy = (accountId: string, licenseIds: readonly string[]): Sql => sql`
  named as (
    select id, id as license_id from unnest(${licenseIds}::text[]) given (id)
     union all
    select a.alias, a.license_id from license_alias a
     where a.account_id = ${accountId} and a.license_id = any (${licenseIds}::text[]))`

export interface RawCharge extends Omit<EarlierCharge, 'product'> {
  productId: string | null
  productName: string
}

import sql from 'sql-template-tag'
import type { EarlierCharge } from '@portal/domain/authorization/taken-times'
import type { Bill } from '@portal/domain/changes/bill'
import type { Month } from '@portal/domain/kernel/month'
import type { BillReader } from '../changes/bills.queries.ts'
import type { Tx } from '../platform/database.ts'
import { monthOfInvoice } from '../platform/month-of-invoice.ts'
import { visibleCategories } from '../platform/visible-categories.ts'
import { recordIdsOf, type Ids } from './grants.queries.ts'

export const hasLaterBills = async (tx: Tx, reader: BillReader, month: Month): Promise<boolean> =>
  (await tx.one(sql`
    select from invoice i
     where i.account_id = ${reader.accountId} ${visibleCategories(reader)}
       and ${monthOfInvoice} > ${month} and i.amount_cents > 0 and not i.is_late_fee
     limit 1`)) !== undefined

/**
 * Returns whole charges of the licenses of these bills for the same days on earlier bills of other months, and the credits
 * of these licenses on any bill of other months: also one that the reader may not see takes a charge back. Other bills may
 * name a license by the id that the portal gave it.
 */
export async function earlierCharges(
  tx: Tx,
  reader: BillReader,
  bills: readonly Bill[],
  licenseIds: readonly Ids[],
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
  const own = new Set(lines.flatMap(({ licenseId }) => licenseId ?? []))
  const portalIds = licenseIds.flatMap(({ portalId, recordId }) =>
    recordId !== null && own.has(recordId) ? portalId : [],
  )
  const charges = await tx.query<RawCharge>(sql`
    select l.license_id as "licenseId", l.product_id as "productId", l.product_name as "productName",
           l.service_period_start as from, l.service_period_end as to, l.total_cents as "totalCents",
           i.invoice_date as date, i.invoice_number as "invoiceNumber"
      from invoice_line l
      join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
     where l.account_id = ${reader.accountId}
       and l.license_id = any (${[...own, ...portalIds]}::text[])
       and i.id <> all (${bills.map(({ id }) => id)}::bigint[])
       and case when l.total_cents < 0
                then (l.service_period_start is null or l.service_period_end is null
                      or l.service_period_start <= ${last} and l.service_period_end >= ${first})
                else l.total_cents > 0 and l.service_period_start <= ${last} and l.service_period_end >= ${first}
                     and coalesce(l.charge_type, 'recurring') = 'recurring'
                     and (l.quantity is null or l.quantity = trunc(l.quantity))
                     and i.invoice_date < ${oldest} ${visibleCategories(reader)} end
     order by i.invoice_date, i.id`)
  const recordIds = recordIdsOf(licenseIds)
  return charges.map((one) => ({
    ...one,
    licenseId: recordIds.get(one.licenseId) ?? one.licenseId,
  }))
}

/** A charge with what its line says of the product. */
export interface RawCharge extends Omit<EarlierCharge, 'product'> {
  productId: string | null
  productName: string
}

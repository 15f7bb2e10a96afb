import type { Day } from '@portal/domain/kernel/day'
import type { Cents } from '@portal/domain/kernel/money'
import { addMonths, type Month } from '@portal/domain/kernel/month'
import { requestTypes } from '@portal/domain/licenses/request-types'
import {
  forecastLength,
  type ChargedMonth,
  type ExpectedCharge,
} from '@portal/domain/spend/forecast'
import { longestLead } from '@portal/domain/spend/spend-months'
import sql, { join, raw } from 'sql-template-tag'
import { currency, isHeld, isListPrice, licenses, price } from '../licenses/held.queries.ts'
import { today } from '../platform/database/today.ts'
import { newestAsked, requestedLines } from '../licenses/record-differences.queries.ts'
import type { Tx } from '../platform/database/database.ts'
import { monthOfInvoice } from '../changes/month-of-invoice.ts'
import { visibleCategories } from '../session/visible-categories.ts'
import { monthOfLine, type SpendReader } from './spend.queries.ts'

/** A license charge that is older than this is not expected again. */
const longestMemory = '3 years'

/**
 * True if what an order line requests is still expected. Books may contain old orders without an end, so only records
 * decide then.
 */
const isUnderWay = (line: string) => {
  const of = raw(line)
  return sql`(${of}.submitted_at > portal_now() - interval '6 months' or ${of}.day >= ${today})`
}

/** True for a line `l` that charges a license for a period and will be charged again. */
const isRecurring = sql`(
  l.license_id is not null and l.total_cents >= 0 and coalesce(l.charge_type, 'recurring') = 'recurring')`

/** Returns what licenses were charged in each month, by the month that `monthOfLine` returns. */
export const chargedMonths = (
  tx: Tx,
  reader: SpendReader,
  of: { currency: string; newest: Day },
): Promise<ChargedMonth[]> =>
  tx.query<ChargedMonth>(sql`
    with listed as materialized (
      select i.id, ${monthOfInvoice} as month from invoice i
       where i.account_id = ${reader.accountId} and i.currency = ${of.currency} ${visibleCategories(reader)}),
    line as materialized (
      select ${monthOfLine} as month, coalesce(a.license_id, l.license_id) as license_id, l.product_name, l.total_cents, l.charge_type,
             coalesce(l.service_period_end - l.service_period_start, 0) <= 31 as is_monthly
        from listed i
        join invoice_line l on l.account_id = ${reader.accountId} and l.invoice_id = i.id
        left join license_alias a on a.account_id = l.account_id and a.alias = l.license_id
       where l.license_id is not null),
    counted as materialized (
      select * from line l where ${isRecurring} and l.month <= ${addMonths(of.newest.slice(0, 7), longestLead)}),
    newest as (
      select distinct on (license_id, product_name) month, total_cents from counted
       where is_monthly order by license_id, product_name, month desc, total_cents desc)
    select c.month, c.cents, coalesce(n.newest, 0) as newest, coalesce(n.cents, 0)::bigint as "newestCents"
      from (select month, sum(total_cents)::bigint as cents from counted group by 1) c
      left join (select month, count(*)::int as newest, sum(total_cents)::bigint as cents from newest group by 1) n using (month)`)

/**
 * The number of months for which a line `l` charges, by its service period: 0 if they are not whole months, null without a
 * period. Some books end a period with the first day of the next one.
 */
const wholeMonths = sql`
  case when l.service_period_start is null or l.service_period_end is null then null
       ${join(
         [1, 2, 3, 4, 6, 12, 24, 36, 60].map(
           (months) => sql`
       when (l.service_period_start + ${`${months} months`}::interval)::date
            in (l.service_period_end + 1, l.service_period_end) then ${months}::int`,
         ),
         ' ',
       )}
       else 0 end`

type Row = Omit<ExpectedCharge, 'last' | 'nextPrice' | 'isOrdered'> & {
  cents: Cents | null
  from: Day
  months: number
  quantity: number
  nextCents: Cents | null
  nextFrom: Day
}

const day = (month: Month) => `${month}-01`

/**
 * Returns the licenses that a company holds, with the last charge of each. Licenses that are alike are combined. A charge
 * is not expected again if a later bill of its license should have had it, or if it was due before the last month.
 */
export async function heldCharges(
  tx: Tx,
  reader: SpendReader,
  of: { currency: string; last: Month },
): Promise<ExpectedCharge[]> {
  const { accountId } = reader
  const last = day(of.last)
  const end = day(addMonths(of.last, forecastLength + 1))
  // Passed as a list, whose length the planner knows.
  const ending = await tx.query<{ licenseId: string; day: Day }>(sql`
    select asked.license_id as "licenseId", asked.day from (${newestAsked(accountId)}) asked
     where asked.type = ${requestTypes.cancel} and ${isUnderWay('asked')}`)
  const rows = await tx.query<Row>(sql`
    with listed as materialized (
      select i.id, i.currency, ${monthOfInvoice} as month, (${monthOfInvoice} || '-01')::date as bill from invoice i
       where i.account_id = ${accountId} ${visibleCategories(reader)}
         and i.invoice_date > ${last}::date - ${longestMemory}::interval),
    -- Computed as a column: with a filter of these conditions, the planner would expect one line and compare all lines with all invoices.
    line as materialized (
      select coalesce(a.license_id, l.license_id) as license_id, lower(btrim(l.product_name)) as name, l.description, l.more_info, l.product_id, i.currency,
             l.total_cents, l.charge_type, coalesce(l.quantity, 1)::float8 as quantity,
             ${isRecurring} and coalesce(l.quantity, 1) > 0
               and (l.quantity is null or l.quantity = trunc(l.quantity) or l.charge_type is not null) as counts,
             coalesce(l.service_period_start, i.bill) as "from", l.service_period_end + 1 as next,
             ${wholeMonths} as months, i.bill
        from listed i
        join invoice_line l on l.account_id = ${accountId} and l.invoice_id = i.id
        left join license_alias a on a.account_id = ${accountId} and a.alias = l.license_id
       where l.license_id is not null),
    credit as materialized (
      select license_id, "from", -total_cents as total_cents, count(*) as count from line
       where total_cents < 0 group by 1, 2, 3),
    charged as materialized (
      select l.*, coalesce(l.months, (select p.billing_months from product p where p.product_id = l.product_id), 1) as length,
             c.count as credited
        from line l
        left join credit c using (license_id, "from", total_cents)
       where l.counts and l.months is distinct from 0),
    -- Charges that were credited and charged again.
    again as (
      select license_id, "from", total_cents, true as is_again from charged
       where credited is not null group by 1, 2, 3, credited having count(*) > credited),
    standing as (
      select l.*, (l.bill + make_interval(months => l.length))::date as due,
             max(l.bill) over (partition by l.license_id) as newest,
             min(l.bill) over (partition by l.license_id, l.name) as oldest,
             rank() over (partition by l.license_id, l.name order by l."from" desc) as age
        from charged l
        left join again a using (license_id, "from", total_cents)
       where l.credited is null or a.is_again),
    -- Lines that are equal in every word are one charge that was sent twice.
    expected as (
      select distinct on (license_id, name, total_cents, description, more_info) * from standing
       where age = 1 and due >= ${last}::date and (bill = newest or due > newest)
         -- A charge without a period may be a one-time charge.
         and (months is not null or charge_type is not null or oldest < bill)),
    live as materialized (
      select e.license_id, e.product_id, e.currency, e.total_cents as cents, e.quantity, e."from", e.length as months,
             count(*) over (partition by e.license_id) = 1 as is_only
        from expected e),
    partly as materialized (
      select license_id, max(next) as next from line
       where months = 0 and total_cents > 0 and coalesce(charge_type, 'recurring') in ('recurring', 'prorated') group by 1)
    select count(*)::int as count,
           case when c.license_id is null and (begins.day >= ${last} or coalesce(p.billing_months, 1) > 1)
                then begins.day end as "startsOn",
           case when ends.day < ${end}::date then ends.day end as "endsOn",
           coalesce(l.status = 'Suspended', false) as "isSuspended", coalesce(p.prorates, false) as prorates,
           c.cents, c."from", c.months, c.quantity,
           ${price} as price, ${isListPrice} as "isListPrice", coalesce(p.billing_months, 1) as "billingMonths",
           case when own.is_own then l.next_price_cents end as "nextCents",
           case when own.is_own then l.next_price_from end as "nextFrom"
      from ${licenses}
      left join unnest(${ending.map(({ licenseId }) => licenseId)}::text[], ${ending.map(({ day }) => day)}::date[])
                as asked (license_id, day) on asked.license_id = l.license_id
      left join live c on c.license_id = l.license_id
      left join partly on partly.license_id = l.license_id
     -- If a part of the first period is already charged, the license starts with the next period.
     cross join lateral (select greatest(l.starts_on, partly.next) as day) begins
     cross join lateral (
           -- A license that started after that day was added again, so it does not end.
           select coalesce(l.ends_on, case when l.starts_on < asked.day or l.starts_on is null then asked.day end) as day) ends
     cross join lateral (
           select c.license_id is null
                  or c.currency = l.price_currency and (c.product_id = l.product_sku or c.product_id is null and c.is_only)
               as is_own) own
     where l.account_id = ${accountId} and ${isHeld} and coalesce(c.currency, ${currency}) = ${of.currency}
     group by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14`)
  return rows.map(({ cents, from, months, quantity, nextCents, nextFrom, ...row }) => ({
    ...row,
    isOrdered: false,
    last: cents === null ? null : { cents, from, months, quantity },
    nextPrice: nextCents === null ? null : { cents: nextCents, from: nextFrom },
  }))
}

/** Returns the licenses that open orders request and that have no record of the provider yet. */
export async function orderedCharges(
  tx: Tx,
  accountId: string,
  of: { currency: string },
): Promise<ExpectedCharge[]> {
  const rows = await tx.query<
    Pick<ExpectedCharge, 'count' | 'startsOn' | 'prorates' | 'price' | 'billingMonths'>
  >(sql`
    select count(*)::int as count, greatest(l.day, ${today}) as "startsOn", coalesce(p.prorates, false) as prorates,
           p.monthly_price_cents as price, coalesce(p.billing_months, 1) as "billingMonths"
      from (${requestedLines(accountId)}) l
      left join product p on p.product_id = l.sku
     where ${isUnderWay('l')} and coalesce(p.currency, 'USD') = ${of.currency}
     group by 2, 3, 4, 5`)
  return rows.map((row) => ({
    ...row,
    endsOn: null,
    isSuspended: false,
    isOrdered: true,
    last: null,
    isListPrice: true,
    nextPrice: null,
  }))
}

/** Whether an invoice that the reader may see names a license. */
export const billsNameLicenses = async (tx: Tx, reader: SpendReader): Promise<boolean> =>
  (await tx.one(sql`
    select where exists (
      select from invoice i
        join invoice_line l on l.account_id = i.account_id and l.invoice_id = i.id and l.license_id is not null
       where i.account_id = ${reader.accountId} ${visibleCategories(reader)})`)) !== undefined

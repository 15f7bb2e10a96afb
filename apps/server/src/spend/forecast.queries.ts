import type { Day } from '@portal/domain/kernel/day'
import type { Cents } from '@portal/domain/kernel/money'
import { addMonths, type Month } from '@portal/domain/kernel/month'
import { requestTypes } from '@portal/domain/licenses/request-types'
import { forecastLength, type ExpectedCharge } from '@portal/domain/spend/forecast'
import { longestLead } from '@portal/domain/spend/spend-months'
import sql, { join, raw } from 'sql-template-tag'
import { currency, isHeld, isListPrice, licenses, price, today } from '../licenses/held.queries.ts'
import { newestAsked, orderedOnly } from '../licenses/record-differences.queries.ts'
import type { Tx } from '../platform/database.ts'
import { monthOfInvoice } from '../platform/month-of-invoice.ts'
import { visibleCategories } from '../platform/visible-categories.ts'
import { monthOfLine, type SpendReader } from './spend.queries.ts'

/** Charges of licenses that were made longer ago than this are not expected again. */
const longestMemory = '3 years'

/**
 * Whether what a line of an order asks for is still expected. Books may keep old orders whose end they never said; then
 * only records tell.
 */
const isUnderWay = (line: string) => {
  const of = raw(line)
  return sql`(${of}.submitted_at > portal_now() - interval '6 months' or ${of}.day >= ${today})`
}

/** Invoices `i` of the reader in one currency, with their months. */
const listed = (reader: SpendReader, of: string) => sql`
  select i.id, i.invoice_date, ${monthOfInvoice} as month from invoice i
   where i.account_id = ${reader.accountId} and i.currency = ${of} ${visibleCategories(reader)}`

/** A line `l` that charges a license for a time, and will again. */
const isRecurring = sql`(
  l.license_id is not null and l.total_cents >= 0 and coalesce(l.charge_type, 'recurring') = 'recurring')`

/** Returns the last month in which something counts, as `lastMonth` says, and what licenses were charged in it. */
export async function lastCharged(
  tx: Tx,
  reader: SpendReader,
  of: { currency: string; newest: Day },
): Promise<{ month: Month; cents: Cents }> {
  const latest = addMonths(of.newest.slice(0, 7), longestLead)
  const found = await tx.one<{ month: Month; cents: Cents }>(sql`
    with listed as materialized (${listed(reader, of.currency)}),
    counted as materialized (
      select ${monthOfLine} as month, sum(l.total_cents) filter (where ${isRecurring}) as cents
        from listed i
        join invoice_line l on l.account_id = ${reader.accountId} and l.invoice_id = i.id
       group by 1)
    select last.month, coalesce((select c.cents from counted c where c.month = last.month), 0)::bigint as cents
      from (select max(m.month) as month
              from (select month from listed union all select month from counted) m
             where m.month <= ${latest}) last`)
  return { month: found?.month ?? of.newest.slice(0, 7), cents: found?.cents ?? 0 }
}

/** For how many months a line `l` charges, by its service period: 0 if they are not whole ones, null without a period. */
const wholeMonths = sql`
  case when l.service_period_start is null or l.service_period_end is null then null
       ${join(
         [1, 2, 3, 4, 6, 12, 24, 36].map(
           (
             months,
           ) => sql`when (l.service_period_start + ${`${months} months`}::interval)::date = l.service_period_end + 1
       then ${months}::int`,
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
 * Returns the licenses that a company holds with what each was charged last, those that are alike together. A charge that was
 * due on a later bill of its license, or longer ago than the last month, is not expected again.
 */
export async function heldCharges(
  tx: Tx,
  reader: SpendReader,
  of: { currency: string; last: Month },
): Promise<ExpectedCharge[]> {
  const { accountId } = reader
  const last = day(of.last)
  const end = day(addMonths(of.last, forecastLength + 1))
  // As a list, of which the planner knows the length.
  const ending = await tx.query<{ licenseId: string; day: Day }>(sql`
    select asked.license_id as "licenseId", asked.day from (${newestAsked(accountId)}) asked
     where asked.type = ${requestTypes.cancel} and ${isUnderWay('asked')}`)
  const rows = await tx.query<Row>(sql`
    with listed as materialized (
      select i.id, i.currency, i.invoice_date, ${monthOfInvoice} as month from invoice i
       where i.account_id = ${accountId} ${visibleCategories(reader)}
         and i.invoice_date > ${last}::date - ${longestMemory}::interval),
    -- All filters at once would let the planner expect one line, and compare each line with each invoice.
    line as materialized (
      select l.license_id, lower(btrim(l.product_name)) as name, l.product_id, i.currency, l.total_cents, l.charge_type,
             coalesce(l.quantity, 1) as quantity, coalesce(l.service_period_start, (i.month || '-01')::date) as "from",
             ${wholeMonths} as months, i.invoice_date
        from listed i
        join invoice_line l on l.account_id = ${accountId} and l.invoice_id = i.id
       where l.license_id is not null),
    charged as materialized (
      select distinct on (l.license_id, l.name)
             l.license_id, l.product_id, l.currency, l.total_cents as cents, l.quantity::float8 as quantity, l."from",
             coalesce(l.months, (select p.billing_months from product p where p.product_id = l.product_id), 1) as months
        from line l
       where ${isRecurring} and l.quantity >= 1 and l.quantity = trunc(l.quantity) and l.months is distinct from 0
         and not exists (
             select from line c
              where c.total_cents < 0 and c.license_id = l.license_id and c.total_cents = -l.total_cents and c."from" = l."from")
       order by l.license_id, l.name, l."from" desc, l.invoice_date desc, l.total_cents desc),
    due as (
      select c.*, (c."from" + make_interval(months => c.months))::date as due,
             max(c."from") over (partition by c.license_id) as newest
        from charged c),
    live as materialized (
      select d.*, count(*) over (partition by d.license_id) = 1 as is_only
        from due d
       where d.due >= ${last}::date and (d."from" = d.newest or date_trunc('month', d.due) > d.newest))
    select count(*)::int as count,
           case when c.license_id is null and (l.starts_on >= ${last} or coalesce(p.billing_months, 1) > 1)
                then l.starts_on end as "startsOn",
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
     cross join lateral (
           select coalesce(l.ends_on, asked.day) as day) ends
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

/** Returns the licenses that orders under way ask for, and that the provider's records do not have yet. */
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
      from (${orderedOnly(accountId)}) l
      left join product p on p.product_id = l.sku
     where l.step <> 'Provisioned' and ${isUnderWay('l')} and coalesce(p.currency, 'USD') = ${of.currency}
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

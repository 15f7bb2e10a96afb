import type { Month } from '@portal/domain/kernel/month'
import type { SpendGrouping } from '@portal/domain/spend/groupings'
import { longestSpread } from '@portal/domain/spend/spread-charge'
import type { Day } from '@portal/domain/kernel/day'
import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import { monthOfInvoice } from '../changes/month-of-invoice.ts'
import type { Scope } from '../platform/database/scope.ts'
import { visibleCategories } from '../session/visible-categories.ts'

/** The reader whose visible invoices count. */
export type SpendReader = Pick<Scope, 'accountId' | 'categoryIds'>

/** Returns the currencies of the invoices that the user may see, each with the day of its newest invoice. */
export function listCurrencies(
  tx: Tx,
  reader: SpendReader,
): Promise<{ currency: string; newest: Day }[]> {
  return tx.query(sql`
    select i.currency, max(i.invoice_date) as newest from invoice i
     where i.account_id = ${reader.accountId} ${visibleCategories(reader)}
     group by 1 order by i.currency <> 'USD', 1`)
}

/** Equal charges of one group. */
export interface ChargeRow {
  /** Null for the part of invoices that their lines do not explain. */
  key: string | null
  name: string
  month: Month
  /** The service period, if the charge is spread; `cents` is then the amount of each single charge. */
  from: Day | null
  to: Day | null
  count: number
  cents: number
}

/** The month of a line, like the domain's `monthOfLine`; a test compares both. */
export const monthOfLine = sql`coalesce(to_char(l.service_period_start, 'YYYY-MM'), i.month)`

/** Like the domain's `canBeSpread`. */
const canBeSpread = sql`(
  l.service_period_end - l.service_period_start > 30
  and date_trunc('month', l.service_period_start) + ${longestSpread} * interval '1 month'
   >= date_trunc('month', l.service_period_end))`

/** The name of a group, by grouping. Names that differ only in case are one group. */
const names: Record<SpendGrouping, Sql> = {
  type: sql`btrim(i.invoice_type)`,
  product: sql`coalesce(nullif(btrim(l.product_name), ''), l.product_id, '')`,
  site: sql`concat_ws(', ', nullif(btrim(l.city), ''), nullif(btrim(l.state), ''))`,
  user: sql`coalesce(btrim(l.user_name), '')`,
}

/**
 * Reads all charges of a company in one currency, added up as far as spreading allows. The part of an invoice that its
 * lines do not explain counts in the month of the invoice: under its type, or as not itemized, because it has no product,
 * site or user. Amounts of zero are included, so that the list of months does not depend on the grouping.
 */
export function readCharges(
  tx: Tx,
  reader: SpendReader,
  asked: { by: SpendGrouping; currency: string; isSpread: boolean },
): Promise<ChargeRow[]> {
  const { by, currency, isSpread } = asked
  const name = names[by]
  const period = (day: Sql) =>
    isSpread ? sql`case when ${canBeSpread} then ${day} end` : sql`null::date`
  const each = isSpread ? sql`case when ${canBeSpread} then l.total_cents end` : sql`null::bigint`
  const typeOf = by === 'type' ? sql`i.invoice_type` : sql`''`
  return tx.query(sql`
    with listed as materialized (
      select i.id, ${typeOf} as invoice_type, ${monthOfInvoice} as month, i.amount_cents
        from invoice i
       where i.account_id = ${reader.accountId} and i.currency = ${currency} ${visibleCategories(reader)}),
    charged as materialized (
      select i.invoice_type, i.month as invoice_month, ${name} as name, ${monthOfLine} as month,
             ${period(sql`l.service_period_start`)} as "from", ${period(sql`l.service_period_end`)} as "to",
             ${each} as each, count(*)::int as count, sum(l.total_cents)::bigint as cents
        from listed i
        join invoice_line l on l.account_id = ${reader.accountId} and l.invoice_id = i.id
       group by 1, 2, 3, 4, 5, 6, 7),
    unexplained as (
      select invoice_type, month, sum(cents)::bigint as cents
        from (select invoice_type, month, amount_cents as cents from listed
               union all
              select invoice_type, invoice_month, -cents from charged) difference
       group by 1, 2)
    select lower(name) as key, min(name) as name, month, "from", "to",
           case when each is null then 1 else sum(count)::int end as count,
           coalesce(each, sum(cents))::bigint as cents
      from charged group by lower(name), month, "from", "to", each
     union all
    select ${by === 'type' ? sql`lower(btrim(invoice_type)), btrim(invoice_type)` : sql`null, ''`}, month,
           null, null, 1, cents
      from unexplained`)
}

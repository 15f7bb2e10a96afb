import sql from 'sql-template-tag'
import type { DueSum } from '@portal/domain/home/home.schema'
import { soonDays } from '@portal/domain/invoices/overdue'
import { fromCents } from '@portal/domain/kernel/money'
import { ageOf, today } from '../invoices/aging-rule.queries.ts'
import type { InvoiceBalance } from '../invoices/owed.queries.ts'
import { openAmounts } from '../payments/balance/aging.queries.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'

interface DueRow extends Pick<DueSum, 'overdueCount' | 'oldestDays' | 'soonCount' | 'soonDay'> {
  currency: string
  overdueCents: number
  soonCents: number
  laterCents: number
  creditCents: number
}

/** Returns what a company owes by currency, USD first. The sums equal those of the balance by age. */
export async function findDue(
  tx: Tx,
  scope: Scope,
  balances: readonly InvoiceBalance[],
): Promise<DueSum[]> {
  const rows = await tx.query<DueRow & Record<string, unknown>>(sql`
    select currency,
           coalesce(sum(cents) filter (where age > 0), 0)::bigint as "overdueCents",
           coalesce(sum(invoices) filter (where age > 0), 0)::int as "overdueCount",
           greatest(max(age), 0) as "oldestDays",
           coalesce(sum(cents) filter (where age between ${-soonDays} and 0), 0)::bigint as "soonCents",
           coalesce(sum(invoices) filter (where age between ${-soonDays} and 0), 0)::int as "soonCount",
           min(due_date) filter (where age between ${-soonDays} and 0) as "soonDay",
           coalesce(sum(cents) filter (where cents > 0 and (age is null or age < ${-soonDays})), 0)::bigint
             as "laterCents",
           coalesce(sum(cents) filter (where cents < 0), 0)::bigint as "creditCents"
      from (select currency, due_date, cents, invoices, ${ageOf('cents', 'due_date', 'today')} as age
              from ${openAmounts(scope, balances)} open, ${today}
             where cents <> 0) due
     group by currency
     order by currency <> 'USD', sum(cents) desc, currency`)
  return rows.map(({ currency, overdueCents, soonCents, laterCents, creditCents, ...counts }) => {
    const amount = (cents: number) => fromCents(cents, currency)
    return {
      currencyIsoCode: currency,
      overdue: amount(overdueCents),
      overdueCount: counts.overdueCount,
      oldestDays: counts.oldestDays ?? 0,
      soon: amount(soonCents),
      soonCount: counts.soonCount,
      soonDay: counts.soonDay,
      later: amount(laterCents),
      credits: amount(creditCents),
      total: amount(overdueCents + soonCents + laterCents + creditCents),
    }
  })
}

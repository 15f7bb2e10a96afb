import sql, { raw } from 'sql-template-tag'
import { fromCents } from '@portal/domain/kernel/money'
import type { Aging, AgingBuckets } from '@portal/domain/payments/aging.schema'
import { visibleCategories } from '../../invoices/invoices.queries.ts'
import { joinBalances, owedCents, type InvoiceBalance } from '../../invoices/owed.queries.ts'
import type { Tx } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'

type AgingRow = { subsidiary: string; currency: string } & AgingBuckets

/**
 * What a company owes by age (days past due, UTC), per subsidiary and currency. `other` holds what has no
 * due date and what the customer is owed, so that the buckets add up to the total to the cent.
 */
export async function findAging(
  tx: Tx,
  scope: Scope,
  labels: Record<string, string>,
  balances: readonly InvoiceBalance[],
): Promise<Aging> {
  const rows = await tx.query<AgingRow>(sql`
    select subsidiary, currency,
           ${sumCents('age <= 0')} as "current",
           ${sumCents('age between 1 and 30')} as "1-30",
           ${sumCents('age between 31 and 60')} as "31-60",
           ${sumCents('age between 61 and 90')} as "61-90",
           ${sumCents('age > 90')} as "90+",
           ${sumCents('age is null')} as other,
           sum(cents)::bigint as total
      from (select i.subsidiary, i.currency, ${owedCents} as cents,
                   case when ${owedCents} > 0
                        then (now() at time zone 'utc')::date - i.due_date end as age
              from invoice i ${joinBalances(balances)}
             where i.account_id = ${scope.accountId} and i.books_balance_cents <> 0 ${visibleCategories(scope)}) due
     where cents <> 0
     group by subsidiary, currency
     order by subsidiary, currency`)
  const subsidiaries = new Map<string, Aging['subsidiaries'][number]>()
  for (const { subsidiary, currency, ...cents } of rows) {
    const known = subsidiaries.get(subsidiary)
    const entry = known ?? {
      code: subsidiary,
      name: labels[subsidiary] ?? subsidiary,
      currencies: {},
    }
    entry.currencies[currency] = asDecimals(cents, currency)
    subsidiaries.set(subsidiary, entry)
  }
  return { subsidiaries: [...subsidiaries.values()] }
}

const sumCents = (condition: string) =>
  raw(`coalesce(sum(cents) filter (where ${condition}), 0)::bigint`)

/** Sums stay whole cents in PostgreSQL; only the wire has decimals. */
function asDecimals(cents: AgingBuckets, currency: string): AgingBuckets {
  return Object.fromEntries(
    Object.entries(cents).map(([bucket, amount]) => [bucket, fromCents(amount, currency)]),
  ) as AgingBuckets
}

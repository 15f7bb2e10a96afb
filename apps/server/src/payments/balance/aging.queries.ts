import sql from 'sql-template-tag'
import { fromCents } from '@portal/domain/kernel/money'
import type { Aging, AgingBuckets } from '@portal/domain/payments/aging.schema'
import { ageOf, agingSums, today } from '../../invoices/aging-rule.queries.ts'
import { visibleCategories } from '../../invoices/invoices.queries.ts'
import { dueCentsOf, joinBalances, type InvoiceBalance } from '../../invoices/owed.queries.ts'
import type { Tx } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'

type AgingRow = { subsidiary: string; currency: string } & AgingBuckets

/** What a company owes by age, per subsidiary and currency. */
export async function findAging(
  tx: Tx,
  scope: Scope,
  labels: Record<string, string>,
  balances: readonly InvoiceBalance[],
): Promise<Aging> {
  const rows = await tx.query<AgingRow>(sql`
    -- Summed up by day first: each bucket would ask again what is due of each invoice.
    select subsidiary, currency, ${agingSums}
      from (select subsidiary, currency, ${ageOf('cents', 'due_date', 'today')} as age, sum(cents) as cents
              from (select i.subsidiary, i.currency, i.due_date, ${dueCentsOf(scope.accountId)} as cents
                      from invoice i ${joinBalances(balances)}
                     where i.account_id = ${scope.accountId} and i.books_balance_cents <> 0
                           ${visibleCategories(scope)}) open, ${today}
             where cents <> 0 group by 1, 2, 3) due
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

/** Sums stay whole cents in PostgreSQL; only the wire has decimals. */
function asDecimals(cents: AgingBuckets, currency: string): AgingBuckets {
  return Object.fromEntries(
    Object.entries(cents).map(([bucket, amount]) => [bucket, fromCents(amount, currency)]),
  ) as AgingBuckets
}

import sql, { type Sql } from 'sql-template-tag'
import { fromCents } from '@portal/domain/kernel/money'
import type { Aging, AgingBuckets } from '@portal/domain/payments/aging.schema'
import { ageOf, agingSums, today } from '../../invoices/aging-rule.queries.ts'
import { dueCentsOf, joinBalances, type InvoiceBalance } from '../../invoices/owed.queries.ts'
import { prepared, type Tx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { visibleCategories } from '../../session/visible-categories.ts'

type AgingRow = { subsidiary: string; currency: string } & AgingBuckets

/** Returns what a company owes by age, per subsidiary and currency. */
export async function findAging(
  tx: Tx,
  scope: Scope,
  labels: Record<string, string>,
  balances: readonly InvoiceBalance[],
): Promise<Pick<Aging, 'subsidiaries'>> {
  const rows = await tx.query<AgingRow>(
    prepared(
      `aging ${scope.categoryIds ? 'some' : 'all'}`,
      sql`
    select subsidiary, currency, ${agingSums}
      from (select subsidiary, currency, ${ageOf('cents', 'due_date', 'today')} as age, cents
              from ${openAmounts(scope, balances)} open, ${today}
             where cents <> 0) due
     group by subsidiary, currency
     order by subsidiary, currency`,
    ),
  )
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

/**
 * Selects what the invoices of a company owe, as rows of `subsidiary`, `currency`, `due_date`, `cents`, and the number of
 * `invoices` in the sum. Debts and credits are separate rows.
 *
 * Nearly all invoices owe the balance in the books, so these are only summed. They are grouped by plain columns, because
 * the planner knows how many values these have.
 */
export function openAmounts(scope: Scope, balances: readonly InvoiceBalance[]): Sql {
  const { accountId } = scope
  const withPayments = invoicesWithPayments(accountId, balances)
  return sql`(
    select i.subsidiary, i.currency, i.due_date, sum(i.books_balance_cents)::bigint as cents, count(*) as invoices
      from invoice i
     where i.account_id = ${accountId} and i.books_balance_cents <> 0
       and not (i.charged_in_books and i.books_balance_cents > 0)
       and i.id not in (${withPayments}) ${visibleCategories(scope)}
     group by i.subsidiary, i.currency, i.due_date, i.books_balance_cents > 0
     union all
    select i.subsidiary, i.currency, i.due_date, ${dueCentsOf(accountId)}, 1
      from invoice i ${joinBalances(balances)}
     where i.account_id = ${accountId} and i.id in (${withPayments}) ${visibleCategories(scope)})`
}

/** Selects invoices whose due amount depends on payments: they were paid by card before, or a payment is in progress. */
const invoicesWithPayments = (accountId: string, balances: readonly InvoiceBalance[]): Sql => sql`
  select unnest(${balances.map(({ invoiceId }) => invoiceId)}::bigint[])
   union all
  select p.invoice_id from payment_attempt p
   where p.account_id = ${accountId} and p.state = 'open' and p.invoice_id is not null`

/** Sums are whole cents in PostgreSQL; only the response has decimals. */
function asDecimals(cents: AgingBuckets, currency: string): AgingBuckets {
  return Object.fromEntries(
    Object.entries(cents).map(([bucket, amount]) => [bucket, fromCents(amount, currency)]),
  ) as AgingBuckets
}

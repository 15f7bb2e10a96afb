import sql, { type Sql } from 'sql-template-tag'
import { leftOut, type MoneyBack, type MoneyMoving } from '@portal/domain/invoices/money-back'
import type { Tx } from '../platform/database/database.ts'

/** When the provider decided to request the money of invoice `i` again, in its books or in the portal. */
const collectAt = sql`greatest(i.collect_at, i.person_collects_at)`

/**
 * Returns why AutoPay and "pay all" skip invoices of a company, by invoice: of the given invoices, or of all. Invoices
 * without an entry are not skipped.
 */
export async function leftOutInvoices(
  tx: Tx,
  accountId: string,
  invoiceIds?: readonly string[],
): Promise<Map<string, MoneyBack | MoneyMoving>> {
  const named = invoiceIds ? sql`m.invoice_id = any (${invoiceIds}::bigint[])` : sql`true`
  const rows = await tx.query<Move>(sql`
    select m.invoice_id::text as "invoiceId", m.kind, m.at, ${collectAt} as "collectAt"
      from invoice_money_move m join invoice i on i.account_id = m.account_id and i.id = m.invoice_id
     where m.account_id = ${accountId} and ${named}
     order by m.kind`)
  const moves = new Map<string, Move[]>()
  for (const row of rows) moves.set(row.invoiceId, [...(moves.get(row.invoiceId) ?? []), row])
  return new Map(
    [...moves].flatMap(([invoiceId, some]) => {
      const found = leftOut(some, some[0]?.collectAt ?? undefined)
      return found ? [[invoiceId, found]] : []
    }),
  )
}

type Move = (MoneyBack | MoneyMoving) & { invoiceId: string; collectAt: Date | null }

/**
 * `leftOut` of the domain package in SQL, for lists: the skipped invoices (`invoice_id`, `kind`, `at`). A test checks that
 * both agree.
 *
 * The moves are materialized: in a table that was not analyzed yet, the planner would read them again for each pair of
 * invoices, which takes minutes.
 */
export const leftOutOf = (accountId: string): Sql => sql`(
  with m as materialized (
       select invoice_id, kind, at from invoice_money_move where account_id = ${accountId})
  select distinct on (m.invoice_id) m.invoice_id, m.kind, m.at
    from m join invoice i on i.account_id = ${accountId} and i.id = m.invoice_id
   where (m.kind in ('disputed', 'refundPending') or m.at >= coalesce(${collectAt}, '-infinity'))
   order by m.invoice_id, m.kind = 'disputed' desc, m.kind = 'refundPending' desc, m.at desc, m.kind)`

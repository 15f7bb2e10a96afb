import sql, { type Sql } from 'sql-template-tag'
import { fromCents } from '@portal/domain/kernel/money'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { questionMs } from '@portal/domain/payments/charge-steps'
import type { lessThanShown } from '@portal/domain/payments/charges-shown'
import type { Tx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { batchItems } from './batches.queries.ts'
import { visibleCategories } from '../../session/visible-categories.ts'

interface Totals {
  id: string
  running: boolean
  isSelection: boolean
  stopped: string | null
  total: number
  paid: number
  pending: number
  notTried: number
  hidden: number
  paidCents: number
  shown: ReturnType<typeof lessThanShown> | null
}

/** Returns the progress of a batch over the invoices that the user may see, and the number of its other invoices. */
export async function findBatch(
  tx: Tx,
  scope: Scope,
  condition: Sql,
): Promise<PaymentBatch | undefined> {
  const totals = await tx.one<Totals>(sql`
    select b.id, b.finished_at is null as running, b.is_selection as "isSelection", b.stopped, b.shown,
           count(i.id) as total,
           count(i.id) filter (where t.state = 'paid') as paid,
           count(i.id) filter (where t.state = 'not_tried') as "notTried",
           -- Not counted while the batch runs: the payment may still succeed.
           count(i.id) filter (where t.state = 'pending' and b.finished_at is not null) as pending,
           count(*) - count(i.id) as hidden,
           coalesce(sum(t.amount_cents) filter (where t.state = 'paid' and i.id is not null), 0)::bigint as "paidCents"
      from payment_batch b
      join ${batchItems} t on t.account_id = b.account_id and t.batch_id = b.id
      -- Limited, so that it is looked up for each item: without statistics of a new batch, PostgreSQL might compare all with all.
      left join lateral (select i.id from invoice i
                          where i.account_id = t.account_id and i.id = t.invoice_id ${visibleCategories(scope)} limit 1) i on true
     where b.account_id = ${scope.accountId} and ${condition}
     group by b.account_id, b.id, b.created_at, b.finished_at, b.is_selection, b.stopped, b.shown
     order by b.created_at desc limit 1`)
  if (!totals) return undefined
  const { running, paidCents, hidden, shown, ...counts } = totals
  return {
    ...counts,
    ...(hidden > 0 && { hidden }),
    // The sums of the batch are over all its invoices.
    ...(hidden === 0 &&
      shown && {
        shown: {
          invoices: shown.invoices,
          amount: fromCents(shown.shownCents, 'USD'),
          due: fromCents(shown.dueCents, 'USD'),
        },
      }),
    status: running ? 'running' : 'done',
    paidAmount: fromCents(paidCents, 'USD'),
    currencyIsoCode: 'USD',
    failed: await findFailed(tx, scope, totals.id),
    question: (await findQuestion(tx, scope, totals.id)) ?? null,
  }
}

function findFailed(tx: Tx, scope: Scope, batchId: string): Promise<PaymentBatch['failed']> {
  return tx.query<PaymentBatch['failed'][number]>(sql`
    select i.invoice_number as "invoiceNumber", t.message
      from ${batchItems} t join invoice i on i.account_id = t.account_id and i.id = t.invoice_id
     where t.account_id = ${scope.accountId} and t.batch_id = ${batchId} and t.state = 'failed'
           ${visibleCategories(scope)}
     order by t.position`)
}

async function findQuestion(
  tx: Tx,
  scope: Scope,
  batchId: string,
): Promise<PaymentBatch['question'] | undefined> {
  const asked = await tx.one<{
    paymentId: string
    invoiceNumber: string
    cents: number
    payer: string
    openedAt: Date
  }>(sql`
    select p.id as "paymentId", i.invoice_number as "invoiceNumber", p.amount_cents as cents, p.actor_name as payer,
           p.created_at as "openedAt"
      from payment_attempt p join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
     where p.account_id = ${scope.accountId} and p.batch_id = ${batchId} and p.state = 'requires_action'
           ${visibleCategories(scope)}
     order by p.created_at, p.id limit 1`)
  if (!asked) return undefined
  const { cents, openedAt, ...question } = asked
  const until = new Date(openedAt.getTime() + questionMs).toISOString()
  return { ...question, amount: fromCents(cents, 'USD'), until }
}

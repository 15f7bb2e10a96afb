import sql, { empty, type Sql } from 'sql-template-tag'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { hasBeenCharged, visibleCategories } from '../invoices/invoices.queries.ts'
import type { Tx } from '../platform/database.ts'
import type { Author } from '../platform/history.ts'
import type { Scope } from '../platform/scope.ts'

interface Totals {
  id: string
  running: boolean
  total: number
  paid: number
  pending: number
  paidCents: number
}

/** A batch's items with what has become of them: a pending one may have been settled since. */
export const batchItems = sql`(
  select t.account_id, t.batch_id, t.position, t.invoice_id, t.amount_cents,
         case when t.state = 'pending' and p.state = 'succeeded' then 'paid'
              when t.state = 'pending' and p.state = 'failed' then 'failed' else t.state end as state,
         case when t.state = 'pending' then coalesce(p.failure_message, '') else t.message end as message
    from payment_batch_item t
    left join payment_attempt p on p.account_id = t.account_id and p.batch_id = t.batch_id
                               and p.invoice_id = t.invoice_id)`

/** Progress of a batch. Failures of invoices the reader may not see are counted, not named. */
export async function findBatch(
  tx: Tx,
  scope: Scope,
  condition: Sql,
): Promise<PaymentBatch | undefined> {
  const totals = await tx.one<Totals>(sql`
    select b.id, b.finished_at is null as running, count(*) as total,
           count(*) filter (where t.state = 'paid') as paid,
           count(*) filter (where t.state = 'pending') as pending,
           coalesce(sum(t.amount_cents) filter (where t.state = 'paid'), 0)::bigint as "paidCents"
      from payment_batch b
      join ${batchItems} t on t.account_id = b.account_id and t.batch_id = b.id
     where b.account_id = ${scope.accountId} and ${condition}
     group by b.account_id, b.id, b.created_at, b.finished_at
     order by b.created_at desc limit 1`)
  if (!totals) return undefined
  const failed = await tx.query<{ invoiceNumber: string; message: string }>(sql`
    select i.invoice_number as "invoiceNumber", t.message
      from ${batchItems} t join invoice i on i.account_id = t.account_id and i.id = t.invoice_id
     where t.account_id = ${scope.accountId} and t.batch_id = ${totals.id} and t.state = 'failed'
           ${visibleCategories(scope)}
     order by t.position`)
  return {
    id: totals.id,
    status: totals.running ? 'running' : 'done',
    total: totals.total,
    paid: totals.paid,
    pending: totals.pending,
    paidAmount: totals.paidCents / 100,
    currencyIsoCode: 'USD',
    failed,
  }
}

/** Opens a batch unless one of the company runs; nothing comes back then. */
export async function insertBatch(
  tx: Tx,
  author: Author,
  cardId: string,
  requestKey: string,
  autoPayDay: string | null = null,
): Promise<string | undefined> {
  const row = await tx.one<{ id: string }>(sql`
    insert into payment_batch (account_id, request_key, card_id, actor_id, actor_account_id, actor_name,
                               ip_address, autopay_day)
    values (${author.accountId}, ${requestKey}, ${cardId}, ${author.actorId}, ${author.actorAccountId},
            ${author.actorName}, ${author.ipAddress}, ${autoPayDay})
        on conflict do nothing
 returning id`)
  return row?.id
}

/** Puts every invoice the rule lets pay into the batch, oldest due first; answers how many. */
export function fillBatch(
  tx: Tx,
  scope: Scope,
  batchId: string,
  limitCents: number,
): Promise<number> {
  return tx.run(sql`
    insert into payment_batch_item (account_id, batch_id, position, invoice_id)
    select i.account_id, ${batchId}, row_number() over (order by i.due_date nulls last, i.id), i.id
      from invoice i
     where i.account_id = ${scope.accountId} and i.currency = 'USD' and i.balance_due_cents > 0
       and i.balance_due_cents <= ${limitCents} and not ${hasBeenCharged} ${visibleCategories(scope)}`)
}

export interface BatchItem {
  position: number
  invoiceId: string
  /** What AutoPay may charge at most; 0 in a batch of a person, who pays what is due. */
  amountCents: number
}

/** The next invoices of a batch that nobody has charged yet. */
export function nextItems(
  tx: Tx,
  accountId: string,
  batchId: string,
  count: number,
): Promise<BatchItem[]> {
  return tx.query<BatchItem>(sql`
    select position, invoice_id::text as "invoiceId", amount_cents as "amountCents" from payment_batch_item
     where account_id = ${accountId} and batch_id = ${batchId} and state = 'queued'
     order by position limit ${count}`)
}

export interface ItemResult {
  state: 'paid' | 'pending' | 'failed'
  message: string
  amountCents: number
}

export async function saveItem(
  tx: Tx,
  accountId: string,
  batchId: string,
  position: number,
  result: ItemResult,
): Promise<void> {
  await tx.run(sql`
    update payment_batch_item
       set state = ${result.state}, message = ${result.message}, amount_cents = ${result.amountCents}
     where account_id = ${accountId} and batch_id = ${batchId} and position = ${position}`)
}

/** Holds a batch for half a minute, unless another process does; `renew` for the holder itself. */
export async function holdBatch(
  tx: Tx,
  accountId: string,
  batchId: string,
  renew: boolean,
): Promise<boolean> {
  const held = await tx.run(sql`
    update payment_batch set lease_until = now() + interval '30 seconds'
     where account_id = ${accountId} and id = ${batchId} and finished_at is null
           ${renew ? empty : sql`and lease_until <= now()`}`)
  return held > 0
}

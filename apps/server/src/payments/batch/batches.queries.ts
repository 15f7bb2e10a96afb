import sql, { type Sql } from 'sql-template-tag'
import { cardMinimumCents } from '@portal/domain/invoices/card-payment'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { fromCents } from '@portal/domain/kernel/money'
import { leftOutInvoices } from '../../invoices/money-back.queries.ts'
import { visibleCategories } from '../../invoices/invoices.queries.ts'
import {
  balanceDueCents,
  hasBeenCharged,
  joinBalances,
  readBalances,
} from '../../invoices/owed.queries.ts'
import type { Tx } from '../../platform/database.ts'
import type { Author } from '../../platform/history.ts'
import type { Scope } from '../../platform/scope.ts'
import { interruptions } from '../charge/attempt.ts'

interface Totals {
  id: string
  running: boolean
  total: number
  paid: number
  pending: number
  paidCents: number
}

/**
 * A batch's items with what has become of them, which their newest attempt tells once they have one. An attempt that
 * was interrupted before anything was charged is opened once more, for a quarter of an hour and never on a later day of
 * AutoPay: its item is queued again until then. The attempts are looked up for each item: PostgreSQL has no statistics of a
 * new batch, and to join them it might compare all of the one with all of the other.
 */
export const batchItems = sql`(
  select t.account_id, t.batch_id, t.position, t.invoice_id, coalesce(p.amount_cents, t.amount_cents) as amount_cents,
         case when p.state is null then t.state
              when p.state = 'succeeded' then 'paid'
              when p.state <> 'failed' then 'pending'
              when t.state = 'queued' and p.failure_code = any (${interruptions}::text[]) and p.tries = 1
                   and p.created_at > now() - interval '15 minutes' and o.finished_at is null
                   and (o.autopay_day is null or o.autopay_day = (portal_now() at time zone 'UTC')::date)
              then 'queued'
              else 'failed' end as state,
         -- An item that was given up after its attempt says why.
         coalesce(nullif(t.message, ''), p.failure_message, '') as message,
         p.state = 'open' as is_on_its_way
    from payment_batch_item t
    join payment_batch o on o.account_id = t.account_id and o.id = t.batch_id
    left join lateral (
      select a.state, a.failure_code, a.failure_message, a.amount_cents, a.created_at, count(*) over () as tries
        from payment_attempt a
       where a.account_id = t.account_id and a.batch_id = t.batch_id and a.invoice_id = t.invoice_id
       order by a.created_at desc limit 1) p on true)`

/** Progress of a batch. Failures of invoices the reader may not see are counted, not named. */
export async function findBatch(
  tx: Tx,
  scope: Scope,
  condition: Sql,
): Promise<PaymentBatch | undefined> {
  const totals = await tx.one<Totals>(sql`
    select b.id, b.finished_at is null as running, count(*) as total,
           count(*) filter (where t.state = 'paid') as paid,
           count(*) filter (where t.state = 'pending'
                              and (b.finished_at is not null or not t.is_on_its_way)) as pending,
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
    paidAmount: fromCents(totals.paidCents, 'USD'),
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

/** Puts every invoice the rule lets pay into the batch, oldest due first. Returns how many. */
export async function fillBatch(
  tx: Tx,
  scope: Scope,
  batchId: string,
  limitCents: number,
): Promise<number> {
  const left = await leftOutInvoices(tx, scope.accountId)
  const balances = await readBalances(tx, scope.accountId)
  return tx.run(sql`
    insert into payment_batch_item (account_id, batch_id, position, invoice_id)
    select i.account_id, ${batchId}, row_number() over (order by i.due_date nulls last, i.id), i.id
      from invoice i ${joinBalances(balances)}
     where i.account_id = ${scope.accountId} and i.currency = 'USD' and i.books_balance_cents > 0
       and ${balanceDueCents} between ${cardMinimumCents} and ${limitCents} and not ${hasBeenCharged} ${visibleCategories(scope)}
       and i.id <> all (${[...left.keys()]}::bigint[])`)
}

export interface BatchItem {
  position: number
  invoiceId: string
  /** What was shown to the customer; null in a batch of a person, who pays what is due. */
  atMostCents: number | null
}

/** The next invoices of a batch to open, from a position on. */
export function nextItems(
  tx: Tx,
  accountId: string,
  batchId: string,
  from: number,
  count: number,
): Promise<BatchItem[]> {
  return tx.query<BatchItem>(sql`
    select t.position, t.invoice_id::text as "invoiceId", nullif(t.amount_cents, 0) as "atMostCents"
      from ${batchItems} t
     where t.account_id = ${accountId} and t.batch_id = ${batchId} and t.position >= ${from} and t.state = 'queued'
     order by t.position limit ${count}`)
}

/** Whether something of the batch is still to be opened, or under way so that it may have to be opened once more. */
export async function hasUnfinished(tx: Tx, accountId: string, batchId: string): Promise<boolean> {
  const row = await tx.one(sql`
    select from payment_attempt
     where account_id = ${accountId} and batch_id = ${batchId} and state = 'open'
       and created_at > now() - interval '15 minutes'
     union all
    select from ${batchItems} t
     where t.account_id = ${accountId} and t.batch_id = ${batchId} and t.state = 'queued' limit 1`)
  return row !== undefined
}

/** Notes why invoices of a batch are not charged. */
export async function failItems(
  tx: Tx,
  accountId: string,
  batchId: string,
  failures: readonly { position: number; message: string }[],
): Promise<void> {
  if (failures.length === 0) return
  const positions = failures.map(({ position }) => position)
  // They stand twice, so that the items are looked up: to join the failures alone reads all of the batch.
  await tx.run(sql`
    update payment_batch_item t set state = 'failed', message = f.message
      from unnest(${positions}::int[], ${failures.map(({ message }) => message)}::text[]) as f (position, message)
     where t.account_id = ${accountId} and t.batch_id = ${batchId} and t.position = any (${positions}::int[])
       and t.position = f.position`)
}

/** Gives up everything that has not been opened. */
export async function failQueued(
  tx: Tx,
  accountId: string,
  batchId: string,
  message: string,
): Promise<void> {
  await tx.run(sql`
    update payment_batch_item set state = 'failed', message = ${message}
     where account_id = ${accountId} and batch_id = ${batchId} and position in (
             select t.position from ${batchItems} t
              where t.account_id = ${accountId} and t.batch_id = ${batchId} and t.state = 'queued')`)
}

export interface EndedItem {
  invoiceNumber: string
  state: 'paid' | 'pending' | 'failed'
  message: string
  amountCents: number
}

/** What has become of every item, in their order. The invoice is looked up for each, for the reason above. */
export function endedItems(tx: Tx, accountId: string, batchId: string): Promise<EndedItem[]> {
  return tx.query<EndedItem>(sql`
    select (select i.invoice_number from invoice i
             where i.account_id = t.account_id and i.id = t.invoice_id) as "invoiceNumber",
           t.state, t.message, t.amount_cents as "amountCents"
      from ${batchItems} t
     where t.account_id = ${accountId} and t.batch_id = ${batchId} order by t.position`)
}

/**
 * Takes a batch for half a minute, unless another process has it or is just writing something of it down. Returns the
 * number of this hold: a process with an older one has lost the batch.
 */
export async function takeBatch(
  tx: Tx,
  accountId: string,
  batchId: string,
): Promise<number | undefined> {
  const row = await tx.one<{ hold: number }>(sql`
    update payment_batch set hold = hold + 1, lease_until = now() + interval '30 seconds'
     where account_id = ${accountId} and id = (
             select id from payment_batch
              where account_id = ${accountId} and id = ${batchId} and finished_at is null and lease_until <= now()
                for no key update skip locked)
 returning hold`)
  return row?.hold
}

/** Keeps the batch for `seconds` more; false when it has been lost. */
export async function keepBatch(
  tx: Tx,
  accountId: string,
  batchId: string,
  hold: number,
  seconds = 30,
): Promise<boolean> {
  const kept = await tx.run(sql`
    update payment_batch set lease_until = now() + make_interval(secs => ${seconds})
     where account_id = ${accountId} and id = ${batchId} and finished_at is null and hold = ${hold}`)
  return kept > 0
}

/** No process takes the batch over until this transaction has ended. */
export async function isHeld(
  tx: Tx,
  accountId: string,
  batchId: string,
  hold: number,
): Promise<boolean> {
  const row = await tx.one(sql`
    select id from payment_batch
     where account_id = ${accountId} and id = ${batchId} and finished_at is null and hold = ${hold} for share`)
  return row !== undefined
}

import sql from 'sql-template-tag'
import { reasonOfBatch, type BatchFacts } from '@portal/domain/payments/batch-steps'
import type { Tx } from '../../platform/database/database.ts'
import type { Author } from '../../platform/history/history.ts'
import { autoPayDay } from '../../platform/database/today.ts'
import { endings, interruptions, ownEndings } from '../charge/attempt.ts'

/**
 * A batch's items with their state, which is that of their newest attempt, if any. An attempt that
 * was interrupted before anything was charged is opened once more, within a quarter of an hour and
 * never on a later day of AutoPay: until then its item counts as queued. The attempts are joined
 * laterally: without statistics of a new batch, PostgreSQL might compare every item with every
 * attempt.
 */
export const batchItems = sql`(
  select t.account_id, t.batch_id, t.position, t.invoice_id, coalesce(p.amount_cents, t.amount_cents) as amount_cents, t.amount_cents as at_most_cents,
         case when p.state is null then case when t.state = 'queued' and o.stopped is not null then 'not_tried' else t.state end
              when p.state = 'succeeded' then 'paid'
              when p.state <> 'failed' then 'pending'
              when p.failure_code = ${endings.notTried.code} then 'not_tried'
              when t.state = 'queued' and o.stopped is null and p.failure_code = any (${interruptions}::text[]) and p.tries = 1
                   and p.created_at > now() - interval '15 minutes' and o.finished_at is null
                   and (o.autopay_day is null or o.autopay_day = ${autoPayDay})
              then 'queued'
              else 'failed' end as state,
         -- An item that failed after its attempt has its own message.
         coalesce(nullif(t.message, ''), p.failure_message,
                  case when p.state is null then o.stopped end, '') as message,
         p.id as payment_id
    from payment_batch_item t
    join payment_batch o on o.account_id = t.account_id and o.id = t.batch_id
    left join lateral (
      select a.id, a.state, a.failure_code, a.failure_message, a.amount_cents, a.created_at, count(*) over () as tries
        from payment_attempt a
       where a.account_id = t.account_id and a.batch_id = t.batch_id and a.invoice_id = t.invoice_id
       order by a.created_at desc limit 1) p on true)`

interface BatchKind {
  autoPayDay?: string | null
  /** It pays invoices that a user selected. */
  isSelection?: boolean
}

/** Opens a batch; returns nothing if the company has a running one. */
export async function insertBatch(
  tx: Tx,
  author: Author,
  cardId: string,
  requestKey: string,
  { autoPayDay = null, isSelection = false }: BatchKind = {},
): Promise<string | undefined> {
  const row = await tx.one<{ id: string }>(sql`
    insert into payment_batch (account_id, request_key, card_id, actor_id, actor_account_id, actor_name,
                               ip_address, autopay_day, is_selection)
    values (${author.accountId}, ${requestKey}, ${cardId}, ${author.actorId}, ${author.actorAccountId},
            ${author.actorName}, ${author.ipAddress}, ${autoPayDay}, ${isSelection})
        on conflict do nothing
 returning id`)
  return row?.id
}

/** Stores what the payer confirmed, which is more than what is charged. */
export const noteShown = (tx: Tx, accountId: string, batchId: string, less: object) =>
  tx.run(sql`
    update payment_batch set shown = ${JSON.stringify(less)}
     where account_id = ${accountId} and id = ${batchId}`)

/** The facts that decide the next step of a batch. */
export async function findBatchFacts(
  tx: Tx,
  accountId: string,
  batchId: string,
): Promise<BatchFacts> {
  const facts = await tx.one<BatchFacts & Record<string, unknown>>(sql`
    select (select coalesce(jsonb_agg(jsonb_build_object('code', p.failure_code, 'message', p.failure_message)
                              order by p.settled_at), '[]')
              from payment_attempt p
             where p.account_id = b.account_id and p.batch_id = b.id and p.state = 'failed'
               and p.failure_code <> all (${ownEndings}::text[])) as declines,
           exists (select from payment_attempt p
                    where p.account_id = b.account_id and p.batch_id = b.id
                      and p.state = 'requires_action') as "isAsked",
           coalesce((select case when p.state = 'succeeded' and p.was_asked then 'answered' else p.state end
                       from payment_attempt p
                      where p.account_id = b.account_id and p.batch_id = b.id and p.settled_at is not null
                      order by p.settled_at desc limit 1), 'none') as newest
      from payment_batch b where b.account_id = ${accountId} and b.id = ${batchId}`)
  return facts!
}

export interface BatchItem {
  position: number
  invoiceId: string
  /** The amount that was shown to the customer. */
  atMostCents: number
}

/** Returns the next invoices of a batch to open, from a position on. */
export function nextItems(
  tx: Tx,
  accountId: string,
  batchId: string,
  from: number,
  count: number,
): Promise<BatchItem[]> {
  return tx.query<BatchItem>(sql`
    select t.position, t.invoice_id::text as "invoiceId", t.at_most_cents as "atMostCents"
      from ${batchItems} t
     where t.account_id = ${accountId} and t.batch_id = ${batchId} and t.position >= ${from} and t.state = 'queued'
     order by t.position limit ${count}`)
}

/**
 * Whether a payment of the batch is still to be opened, waits for its payer, or may have to be
 * opened once more.
 */
export async function hasUnfinished(tx: Tx, accountId: string, batchId: string): Promise<boolean> {
  const row = await tx.one(sql`
    select from payment_attempt
     where account_id = ${accountId} and batch_id = ${batchId}
       and (state = 'open' and created_at > now() - interval '15 minutes'
         -- A little longer than the portal waits for the payer.
         or state = 'requires_action' and created_at > now() - interval '20 minutes')
     union all
    select from ${batchItems} t
     where t.account_id = ${accountId} and t.batch_id = ${batchId} and t.state = 'queued' limit 1`)
  return row !== undefined
}

/** Records why invoices of a batch are not charged. */
export async function failItems(
  tx: Tx,
  accountId: string,
  batchId: string,
  failures: readonly { position: number; message: string }[],
): Promise<void> {
  if (failures.length === 0) return
  const positions = failures.map(({ position }) => position)
  // The positions are passed twice, for an index lookup: joining the failures alone reads the whole
  // batch.
  await tx.run(sql`
    update payment_batch_item t set state = 'failed', message = f.message
      from unnest(${positions}::int[], ${failures.map(({ message }) => message)}::text[]) as f (position, message)
     where t.account_id = ${accountId} and t.batch_id = ${batchId} and t.position = any (${positions}::int[])
       and t.position = f.position`)
}

/** Stops a batch: nothing more of it is opened. The first reason stays. */
export async function stopBatch(
  tx: Tx,
  accountId: string,
  batchId: string,
  why: string,
): Promise<void> {
  await tx.run(sql`
    update payment_batch set stopped = ${reasonOfBatch(why)}
     where account_id = ${accountId} and id = ${batchId} and finished_at is null and stopped is null`)
}

/** Returns why the rest of the batch is not paid; undefined while it continues. */
export async function findBatchStop(
  tx: Tx,
  accountId: string,
  batchId: string,
): Promise<string | undefined> {
  const batch = await tx.one<{ stopped: string }>(sql`
    select stopped from payment_batch
     where account_id = ${accountId} and id = ${batchId} and stopped is not null`)
  return batch?.stopped
}

export interface EndedItem {
  invoiceNumber: string
  state: 'paid' | 'pending' | 'failed' | 'not_tried'
  message: string
  amountCents: number
  /** Its last payment; null if none was opened. */
  paymentId: string | null
}

/**
 * Returns the outcome of every item, in order. The invoice is joined laterally, for the reason
 * above.
 */
export function endedItems(tx: Tx, accountId: string, batchId: string): Promise<EndedItem[]> {
  return tx.query<EndedItem>(sql`
    select (select i.invoice_number from invoice i
             where i.account_id = t.account_id and i.id = t.invoice_id) as "invoiceNumber",
           t.state, t.message, t.amount_cents as "amountCents", t.payment_id as "paymentId"
      from ${batchItems} t
     where t.account_id = ${accountId} and t.batch_id = ${batchId} order by t.position`)
}

/**
 * Takes a batch for half a minute, unless another process holds it or is writing its progress.
 * Returns the number of this hold: a process with an older number has lost the batch.
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

/** Extends the hold by `seconds`; false if it is lost. */
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

/** Keeps other processes from taking over the batch until this transaction ends. */
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

import sql from 'sql-template-tag'
import { findChargingStop } from '../../platform/charging.ts'
import type { Tx } from '../../platform/database.ts'
import type { Attempt } from '../charge/attempt.ts'
import { selectAttempts } from '../charge/attempts.queries.ts'
import { stopReason, type BatchRun } from './batch-run.ts'
import { isHeld } from './batches.queries.ts'
import { BatchLost } from './open-chunk.ts'
import { resendHours } from '../charge/reconcile.ts'
import { settlePayments } from '../charge/settle-payment.ts'

/**
 * Takes over what an earlier holder opened and may not have sent: sent again under the same key it is done once.
 * One whose balance has changed is the reconciler's, who looks before it sends; so are all while charging is stopped,
 * and one that somebody is just settling. Who holds many attempts waits for none, here and in `keepOpened`.
 */
export async function adoptOpened(
  tx: Tx,
  { author: { accountId }, batchId }: BatchRun,
): Promise<Attempt[]> {
  if (await findChargingStop(tx)) return []
  const rows = await tx.query<{ id: string }>(sql`
    update payment_attempt set lease_until = now() + interval '1 minute'
     where account_id = ${accountId} and id = any (array(
             select a.id from payment_attempt a
              where a.account_id = ${accountId} and a.batch_id = ${batchId} and a.state = 'submitted'
                and a.needs_person is null and a.created_at > now() - make_interval(hours => ${resendHours})
                and a.books_balance_cents = (select i.books_balance_cents from invoice i
                                       where i.account_id = a.account_id and i.id = a.invoice_id)
                for no key update skip locked))
 returning id`)
  const ids = rows.map(({ id }) => id)
  return selectAttempts(tx, sql`p.account_id = ${accountId} and p.id = any (${ids}::uuid[])`)
}

/**
 * Looks again at attempts that have been waiting for their turn: they stay this process's, and not the
 * reconciler's, for another minute. When nothing may be charged any more they fail, for they have not been sent;
 * the adopted ones may have been, and are left to the reconciler. Answers what is still to be charged.
 */
export async function keepOpened(
  tx: Tx,
  run: BatchRun,
  attempts: readonly Attempt[],
  adopted: ReadonlySet<string> = new Set(),
): Promise<Attempt[]> {
  const { accountId } = run.author
  if (!(await isHeld(tx, accountId, run.batchId, run.hold))) throw new BatchLost()
  // Whoever else has looked after one of them has made it unknown.
  const rows = await tx.query<{ id: string }>(sql`
    update payment_attempt set lease_until = now() + interval '1 minute'
     where account_id = ${accountId} and id = any (array(
             select id from payment_attempt
              where account_id = ${accountId} and id = any (${attempts.map(({ id }) => id)}::uuid[])
                and state = 'submitted' and lease_until > now()
                for no key update skip locked))
 returning id`)
  const ours = new Set(rows.map(({ id }) => id))
  const kept = attempts.filter(({ id }) => ours.has(id))
  const message = await stopReason(tx, run)
  if (message === undefined) return kept
  const outcome = { state: 'failed', providerId: null, code: 'stopped', message } as const
  await settlePayments(
    tx,
    accountId,
    kept.filter(({ id }) => !adopted.has(id)).map((attempt) => ({ attempt, outcome })),
  )
  return []
}

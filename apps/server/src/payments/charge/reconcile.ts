import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { forEachAtOnce } from '../../platform/work/at-once.ts'
import { inTransaction, withAccount, type Database } from '../../platform/database/database.ts'
import type { Attempt } from './attempt.ts'
import { selectAttempts } from './attempts.queries.ts'
import { isStillOwed } from './payment-rules.ts'
import { workOn } from './work-on-attempt.ts'

/**
 * Ends attempts whose lease has expired: it retrieves, cancels and books, but never creates or confirms (decision 0029).
 * Returns how many attempts it worked on. Any number of workers may run this.
 */
export async function reconcile(deps: Deps, systemDb: Database): Promise<number> {
  const due = await takeDue(systemDb)
  await reconcileAll(deps, due)
  return due.length
}

/** The number of attempts reconciled at the same time: a slow one must not block the others. */
const reconciledAtOnce = 4

/** Returns whether the provider responded for all attempts. */
async function reconcileAll(deps: Deps, attempts: Attempt[]): Promise<boolean> {
  let isAnswered = true
  await forEachAtOnce(
    attempts,
    reconciledAtOnce,
    async (attempt) => {
      if ((await reconcileAttempt(deps, attempt)) === 'left') isAnswered = false
    },
    (error, { id }) => {
      isAnswered = false
      deps.log.warn({ err: error, attemptId: id }, 'an attempt is still open')
    },
  )
  return isAnswered
}

async function reconcileAttempt(deps: Deps, attempt: Attempt) {
  // Only a payment that waits for its payer requires that its amount is still owed.
  const isOwed =
    attempt.onSession &&
    (await withAccount(deps.paymentsDb, attempt.accountId, (tx) => isStillOwed(tx, attempt)))
  const work = { attempt, worker: { role: 'reconciler' } as const, seen: 'unseen' as const, isOwed }
  // The lease of the process that opened the attempt has expired, by the clock of the database.
  return workOn(deps, work, { until: 0 })
}

/** Takes attempts that no process holds, for a minute. Other workers skip these attempts. */
async function takeDue(systemDb: Database): Promise<Attempt[]> {
  return inTransaction(systemDb, async (tx) => {
    const taken = await tx.query<Pick<Attempt, 'accountId' | 'id'>>(sql`
      update payment_attempt p set lease_until = now() + interval '1 minute'
        from (select a.account_id, a.id from payment_attempt a
               where a.state in ('open', 'requires_action') and a.lease_until <= now()
               order by a.lease_until limit 20 for update skip locked) due
       where p.account_id = due.account_id and p.id = due.id
   returning p.account_id as "accountId", p.id`)
    // Selects by the whole key: every index starts with the company, so with the ids alone the whole index would be read.
    return selectAttempts(
      tx,
      sql`(p.account_id, p.id) in (
        select * from unnest(${taken.map(({ accountId }) => accountId)}::text[], ${taken.map(({ id }) => id)}::uuid[]))`,
    )
  })
}

/**
 * Ends open attempts of a batch that an earlier holder left, before more of the batch is opened. Returns false if the
 * provider does not respond.
 */
export async function reconcileBatch(
  deps: Deps,
  accountId: string,
  batchId: string,
): Promise<boolean> {
  const left = await withAccount(deps.paymentsDb, accountId, async (tx) => {
    const rows = await tx.query<{ id: string }>(sql`
      update payment_attempt set lease_until = now() + interval '1 minute'
       where account_id = ${accountId} and id = any (array(
               select id from payment_attempt
                where account_id = ${accountId} and batch_id = ${batchId} and state = 'open' and lease_until <= now()
                  for update skip locked))
   returning id`)
    const ids = rows.map(({ id }) => id)
    return selectAttempts(tx, sql`p.account_id = ${accountId} and p.id = any (${ids}::uuid[])`)
  })
  return reconcileAll(deps, left)
}

import sql, { empty } from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { withAccount, type Tx } from '../../platform/database.ts'
import type { Attempt, Outcome } from './attempt.ts'
import { holdRunning } from '../batch/batches.queries.ts'
import { authenticationMinutes } from './outcome.ts'
import {
  recordFailures,
  recordSuccesses,
  type FailedAttempt,
  type Failure,
} from './record-outcome.ts'

/** An attempt and how it ended, as the provider's answer, its event or the reconciler knows it. */
export interface Settlement {
  attempt: Attempt
  outcome: Outcome
}

/**
 * Writes down how attempts of one company ended, with ledger, history and receipt in the same transaction. The
 * answer, the provider's event and the reconciler may all come here; the first one wins, the others change nothing.
 * Answers the ids that this call has changed, and what is left because somebody else is busy with its invoice: only
 * who settles one, and holds nothing else, may wait for that.
 */
export async function settlePayments(
  tx: Tx,
  accountId: string,
  settlements: readonly Settlement[],
  whenBusy: 'leave' | 'wait' = 'leave',
): Promise<{ changed: Set<string>; busy: Settlement[] }> {
  const ids = settlements.map(({ attempt }) => attempt.invoiceId)
  // Invoices first, then batches, then attempts (and with them the company's revision), as in `openPayments` and
  // `runBatch`: another order deadlocks two payers. Who holds many waits for none, or an import on its way through the
  // same invoices could be the one that is given up.
  const locked = await tx.query<{ id: string }>(sql`
    select id::text as id from invoice where account_id = ${accountId} and id = any (${ids}::bigint[])
       for update ${whenBusy === 'leave' ? sql`skip locked` : empty}`)
  const free = new Set(locked.map(({ id }) => id))
  const ours = settlements.filter(({ attempt }) => free.has(attempt.invoiceId))
  const changed = new Set<string>()
  // The first locks the batches.
  for (const mark of [settle, markUnknown, markWaiting])
    for (const id of await mark(tx, accountId, ours)) changed.add(id)
  return { changed, busy: settlements.filter(({ attempt }) => !free.has(attempt.invoiceId)) }
}

/** The same for one attempt. Says whether this call was the one. */
export async function settlePayment(tx: Tx, attempt: Attempt, outcome: Outcome): Promise<boolean> {
  const { changed } = await settlePayments(tx, attempt.accountId, [{ attempt, outcome }], 'wait')
  return changed.has(attempt.id)
}

/**
 * Settles after the provider has answered. When the database is away or an import holds the invoice, the
 * attempt stays as it is and the reconciler settles it: the charge is at the provider and cannot be lost.
 */
export async function settleOrLeave(deps: Deps, attempt: Attempt, outcome: Outcome): Promise<void> {
  try {
    await withAccount(deps.paymentsDb, attempt.accountId, async (tx) => {
      await settlePayment(tx, attempt, outcome)
      await deps.checkpoint('settling')
    })
  } catch (error) {
    deps.log.error({ err: error, attemptId: attempt.id }, 'a payment is left to the reconciler')
  }
}

type Ended = Attempt & { failure?: Failure }

const hasFailed = (one: Ended): one is FailedAttempt => one.failure !== undefined

async function settle(tx: Tx, accountId: string, settlements: readonly Settlement[]) {
  const ended = settlements.flatMap(({ attempt, outcome }): Ended[] => {
    if (outcome.state !== 'succeeded' && outcome.state !== 'failed') return []
    const charged = { ...attempt, providerId: outcome.providerId ?? attempt.providerId }
    return [outcome.state === 'failed' ? { ...charged, failure: outcome } : charged]
  })
  if (ended.length === 0) return []
  const batchIds = [...new Set(ended.flatMap(({ batchId }) => batchId ?? []))]
  const runningBatches = await holdRunning(tx, accountId, batchIds)
  const open = await tx.query<{ id: string }>(sql`
    select id from payment_attempt
     where account_id = ${accountId} and id = any (${ended.map(({ id }) => id)}::uuid[])
       and state in ('submitted', 'unknown', 'requires_action') for no key update`)
  if (open.length === 0) return []
  const first = new Set(open.map(({ id }) => id))
  const settled = ended.filter(({ id }) => first.has(id))
  const succeeded = settled.filter(({ failure }) => !failure)
  await recordSuccesses(tx, accountId, succeeded, runningBatches)
  await recordFailures(tx, accountId, settled.filter(hasFailed))
  // Last, for it moves the company's revision, and whoever else pays for the company has to wait for that.
  await saveEnds(tx, accountId, settled)
  return first
}

async function saveEnds(tx: Tx, accountId: string, ended: readonly Ended[]): Promise<void> {
  const each = <T>(of: (one: Ended) => T) => ended.map(of)
  const ids = each(({ id }) => id)
  // The ids stand twice, here and below, so that the payments are looked up: to join the answers alone reads all of the company's.
  await tx.run(sql`
    update payment_attempt p
       set state = o.state, settled_at = now(), needs_person = null,
           provider_id = coalesce(o.provider_id, p.provider_id),
           failure_code = o.failure_code, failure_message = o.failure_message
      from unnest(${ids}::uuid[],
                  ${each(({ failure }) => (failure ? 'failed' : 'succeeded'))}::text[],
                  ${each(({ providerId }) => providerId)}::text[],
                  ${each(({ failure }) => failure?.code ?? null)}::text[],
                  ${each(({ failure }) => failure?.message ?? null)}::text[])
           as o (id, state, provider_id, failure_code, failure_message)
     where p.account_id = ${accountId} and p.id = any (${ids}::uuid[]) and p.id = o.id`)
}

async function markUnknown(tx: Tx, accountId: string, settlements: readonly Settlement[]) {
  const unknown = settlements.flatMap(({ attempt, outcome }) =>
    outcome.state === 'unknown' ? { id: attempt.id, providerId: outcome.providerId } : [],
  )
  if (unknown.length === 0) return []
  const ids = unknown.map(({ id }) => id)
  const rows = await tx.query<{ id: string }>(sql`
    update payment_attempt p
       set state = 'unknown', provider_id = coalesce(o.provider_id, p.provider_id),
           lease_until = now() + interval '10 seconds'
      from unnest(${ids}::uuid[],
                  ${unknown.map(({ providerId }) => providerId)}::text[]) as o (id, provider_id)
     where p.account_id = ${accountId} and p.id = any (${ids}::uuid[]) and p.id = o.id
       and p.state in ('submitted', 'unknown')
 returning p.id`)
  return rows.map(({ id }) => id)
}

/** The payer has some time to answer the bank; then the reconciler looks whether he or she has. */
async function markWaiting(tx: Tx, accountId: string, settlements: readonly Settlement[]) {
  const marked: string[] = []
  for (const { attempt, outcome } of settlements) {
    if (outcome.state !== 'requires_action') continue
    const changed = await tx.run(sql`
      update payment_attempt
         set state = 'requires_action', provider_id = ${outcome.providerId},
             lease_until = now() + make_interval(mins => ${authenticationMinutes})
       where account_id = ${accountId} and id = ${attempt.id}
         and state in ('submitted', 'unknown', 'requires_action')`)
    if (changed) marked.push(attempt.id)
  }
  return marked
}

import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { withAccount, type Tx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { ChargeFailure } from '../../providers/cards/card-provider.ts'
import type { Attempt } from './attempt.ts'
import { noteReason, selectAttempts } from './attempts.queries.ts'
import { isStillOwed } from './payment-rules.ts'
import { workOn, type Work } from './work-on-attempt.ts'
import { visibleCategories } from '../../session/visible-categories.ts'

interface Waiting {
  attempt: Attempt
  /** Whether the payment belongs to this user and has the requested card and today's amount. */
  isWanted: boolean
}

/** Returns the payment of an invoice that waits for its payer's confirmation with the bank. */
export async function findWaiting(
  tx: Tx,
  scope: Scope,
  { invoiceId, cardId }: { invoiceId: string; cardId?: string | undefined },
): Promise<Waiting | undefined> {
  const ofInvoice = sql`
    p.account_id = ${scope.accountId} and p.invoice_id = ${invoiceId} and p.state = 'requires_action'
    ${visibleCategories(scope)}`
  const [attempt] = await selectAttempts(tx, ofInvoice)
  if (!attempt) return undefined
  const wanted = await tx.one(sql`
    select p.id from payment_attempt p
      join card c on c.account_id = p.account_id and c.id = p.card_id
     where p.account_id = ${scope.accountId} and p.id = ${attempt.id} and p.actor_id = ${scope.actor.userId}
       and (c.id = ${cardId ?? null}::uuid or c.is_default and ${cardId === undefined})`)
  return { attempt, isWanted: wanted !== undefined && (await isStillOwed(tx, attempt)) }
}

/**
 * Asks the provider about a waiting payment, and books it if the bank has decided. Otherwise returns the secret for
 * continuing the payment. A payment whose amount is no longer owed ends.
 */
export async function checkWaiting(deps: Deps, attempt: Attempt): Promise<string | undefined> {
  const isOwed = await withAccount(deps.paymentsDb, attempt.accountId, (tx) =>
    isStillOwed(tx, attempt),
  )
  const work: Work = {
    attempt,
    worker: { role: 'holder', progress: 'confirmSent' },
    seen: 'unseen',
    isOwed,
  }
  await workOnWaiting(deps, work)
  return work.intent?.status === 'requires_action'
    ? (work.intent.clientSecret ?? undefined)
    : undefined
}

/** Ends a payment that waits for its payer, as failed, for a reason. */
export async function endWaiting(
  deps: Deps,
  attempt: Attempt,
  reason: ChargeFailure,
): Promise<undefined> {
  await withAccount(deps.paymentsDb, attempt.accountId, (tx) => noteReason(tx, attempt, reason))
  const work: Work = {
    attempt,
    worker: { role: 'holder', progress: 'cancelSent' },
    seen: 'unseen',
    isOwed: true,
  }
  await workOnWaiting(deps, work)
}

/** Without a response of the provider, the payment stays unchanged. */
async function workOnWaiting(deps: Deps, work: Work): Promise<void> {
  await workOn(deps, work, { until: Infinity }).catch((error: unknown) => {
    deps.log.warn(
      { err: error, attemptId: work.attempt.id },
      'a waiting payment could not be checked',
    )
  })
}

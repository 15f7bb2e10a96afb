import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { visibleCategories } from '../../invoices/invoices.queries.ts'
import { withAccount, type Tx } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'
import type { ChargeFailure } from '../../providers/cards/card-provider.ts'
import type { Attempt } from './attempt.ts'
import { noteReason, selectAttempts } from './attempts.queries.ts'
import { isStillOwed } from './payment-rules.ts'
import { workOn, type Work } from './work-on-attempt.ts'

interface Waiting {
  attempt: Attempt
  /** It is this person's, with the card of the wish and the amount of today. */
  isWanted: boolean
}

/** The payment of an invoice that waits for its payer to answer the bank. */
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
 * Asks the provider where a waiting payment stands, and books it if the bank was answered. Returns the secret to go on
 * with while it was not. A question about an amount that is no longer owed ends.
 */
export async function lookAtWaiting(deps: Deps, attempt: Attempt): Promise<string | undefined> {
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

/** Ends a payment that waits for an answer to the bank, as failed for a reason. */
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

/** A provider that does not answer leaves the payment as it is. */
async function workOnWaiting(deps: Deps, work: Work): Promise<void> {
  await workOn(deps, work, { until: Infinity }).catch((error: unknown) => {
    deps.log.warn(
      { err: error, attemptId: work.attempt.id },
      'a waiting payment could not be looked at',
    )
  })
}

import sql from 'sql-template-tag'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import type { Deps } from '../../deps.ts'
import { requireAutomaticCharging } from '../charge/charging-stop.ts'
import { actorName, withScope, type Scope } from '../../platform/database/scope.ts'
import { endings } from '../charge/attempt.ts'
import { selectAttempts } from '../charge/attempts.queries.ts'
import { endWaiting, checkWaiting } from '../charge/waiting-payment.ts'
import { stopBatch } from './batches.queries.ts'
import { visibleCategories } from '../../session/visible-categories.ts'

type Question = NonNullable<PaymentBatch['question']>

/**
 * Checks a batch's payments that wait for their payer, oldest first, and books those that the bank has decided. Returns
 * what the browser needs to show the first question that is still open. Throws a Refusal while charging is stopped.
 */
export async function checkQuestions(
  deps: Deps,
  scope: Scope,
  batchId: string,
): Promise<Pick<Question, 'paymentId' | 'clientSecret'> | undefined> {
  for (const attempt of await findWaiting(deps, scope, batchId)) {
    const clientSecret = await checkWaiting(deps, attempt)
    if (!clientSecret) continue
    await withScope(deps.paymentsDb, scope, requireAutomaticCharging)
    return { paymentId: attempt.id, clientSecret }
  }
  return undefined
}

/** Stops a batch: invoices that were not tried stay unpaid, and payments that wait for their payer end. */
export async function abortBatch(deps: Deps, scope: Scope, batchId: string): Promise<void> {
  await withScope(deps.paymentsDb, scope, (tx) =>
    stopBatch(tx, scope.accountId, batchId, `Stopped by ${actorName(scope.actor)}.`),
  )
  for (const attempt of await findWaiting(deps, scope, batchId))
    await endWaiting(deps, attempt, endings.givenUp)
}

const findWaiting = (deps: Deps, scope: Scope, batchId: string) =>
  withScope(deps.paymentsDb, scope, (tx) =>
    selectAttempts(
      tx,
      sql`p.account_id = ${scope.accountId} and p.batch_id = ${batchId} and p.state = 'requires_action'
          ${visibleCategories(scope)} order by p.created_at, p.id`,
    ),
  )

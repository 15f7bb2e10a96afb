import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { requireAutomaticCharging } from '../../platform/charging.ts'
import { authorOf } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withScope, type Scope } from '../../platform/scope.ts'
import { fillBatch, findBatch, insertBatch } from './batches.queries.ts'
import { usableCard } from '../charge/open-payment.ts'

/**
 * Writes down which invoices "pay all" is going to charge. Returns the id of the batch. A second call while
 * one runs joins it, and the same `requestKey` finds its own batch again.
 */
export async function startBatch(deps: Deps, scope: Scope, requestKey: string): Promise<string> {
  const author = authorOf(scope)
  return withScope(deps.paymentsDb, scope, async (tx) => {
    const sameRequest = sql`b.actor_id = ${author.actorId} and b.request_key = ${requestKey}`
    const running = sql`(b.finished_at is null and b.autopay_day is null)`
    const known = (await findBatch(tx, scope, sameRequest)) ?? (await findBatch(tx, scope, running))
    if (known) return known.id
    await requireAutomaticCharging(tx)
    const { id: cardId } = await usableCard(tx, scope.accountId)
    const batchId = await insertBatch(tx, author, cardId, requestKey)
    if (!batchId) {
      const winner = await findBatch(tx, scope, sql`(${sameRequest} or ${running})`)
      if (winner) return winner.id
      throw new Refusal(
        409,
        'Another payment of all invoices has just ended. Please look at the list.',
      )
    }
    // Nothing to pay rolls the empty batch back.
    const count = await fillBatch(tx, scope, batchId, deps.config.page.cardLimitCents)
    if (!count) throw new Refusal(409, 'No eligible invoices')
    return batchId
  })
}

import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { requireAutomaticCharging } from '../../platform/charging.ts'
import { authorOf } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withScope, type Scope } from '../../platform/scope.ts'
import { usableCard } from '../charge/open-payment.ts'
import { askNotApplied } from '../charge/payment-rules.ts'
import { findBatch } from './batch-progress.ts'
import { insertBatch } from './batches.queries.ts'
import { fillBatch, planPayAll } from './plan-pay-all.ts'

export interface PayAllWish {
  requestKey: string
  /** The `tag` of the plan that the payer saw. */
  plan?: string | undefined
  /** The card to charge; the default card if none is named. */
  cardId?: string | undefined
  /** The payer confirmed paying despite unapplied money paid until then. */
  notAppliedUntil?: string | undefined
}

/**
 * Records which invoices "pay all" will charge, and with which card. Returns the id of the batch. A
 * second call while one runs joins it, and the same `requestKey` finds its own batch again. Throws
 * a Refusal when the plan is not the one that the payer saw.
 */
export async function startBatch(deps: Deps, scope: Scope, wish: PayAllWish): Promise<string> {
  const { requestKey } = wish
  const author = authorOf(scope)
  return withScope(deps.paymentsDb, scope, async (tx) => {
    const sameRequest = sql`b.actor_id = ${author.actorId} and b.request_key = ${requestKey}`
    const running = sql`(b.finished_at is null and b.autopay_day is null)`
    const known = (await findBatch(tx, scope, sameRequest)) ?? (await findBatch(tx, scope, running))
    if (known) return known.id
    await requireAutomaticCharging(tx)
    const notApplied = await askNotApplied(tx, {
      author,
      categoryIds: scope.categoryIds,
      notAppliedUntil: wish.notAppliedUntil ? new Date(wish.notAppliedUntil) : undefined,
    })
    if (notApplied) throw notApplied
    const { id: cardId } = await usableCard(tx, scope.accountId, wish.cardId)
    const batchId = await insertBatch(tx, author, cardId, requestKey)
    if (!batchId) {
      const winner = await findBatch(tx, scope, sql`(${sameRequest} or ${running})`)
      if (winner) return winner.id
      throw new Refusal(
        409,
        'Another payment of all invoices has just ended. Please check the list.',
      )
    }
    // A refusal rolls back the empty batch.
    const plan = await planPayAll(tx, author, scope.categoryIds, deps.config.page.cardLimitCents)
    if (plan.charged.length === 0) throw new Refusal(409, 'No eligible invoices')
    if (wish.plan !== undefined && wish.plan !== plan.tag)
      throw new Refusal(
        409,
        'The invoices due have changed since you opened the list. Please check it and pay again.',
      )
    await fillBatch(tx, scope.accountId, batchId, plan)
    return batchId
  })
}

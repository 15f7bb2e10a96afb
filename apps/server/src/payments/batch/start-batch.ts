import sql from 'sql-template-tag'
import { changedCharges, lessThanShown } from '@portal/domain/payments/charges-shown'
import type { ShownCharge } from '@portal/domain/payments/charges.schema'
import type { Deps } from '../../deps.ts'
import { requireAutomaticCharging } from '../charge/charging-stop.ts'
import { authorOf } from '../../platform/history/history.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { claimKey } from '../../platform/http/request-key.ts'
import { withScope, type Scope } from '../../platform/database/scope.ts'
import { usableCard } from '../charge/open-payment.ts'
import { askNotApplied } from '../charge/payment-rules.ts'
import { findBatch } from './batch-progress.ts'
import { insertBatch, noteShown } from './batches.queries.ts'
import { fillBatch, planPayAll, showPlan } from './plan-pay-all.ts'

export interface PayAllWish {
  requestKey: string
  /** The ids of the invoices to pay; all if undefined. */
  selected?: readonly string[] | undefined
  /** The plan that the payer saw; undefined for a program that shows nothing. */
  shown?: readonly ShownCharge[] | undefined
  /** The card to charge; by default the default card. */
  cardId?: string | undefined
  /** The payer confirmed paying despite money that was paid until this time and is not applied. */
  notAppliedUntil?: string | undefined
}

/**
 * Records which invoices will be charged and with which card. Returns the id of the batch. The same `requestKey` finds its
 * own batch again. A second "pay all" joins the running one; meanwhile, a batch of other invoices is refused. Throws a
 * Refusal if more would be charged than the payer saw.
 */
export async function startBatch(deps: Deps, scope: Scope, wish: PayAllWish): Promise<string> {
  const { requestKey, selected } = wish
  const author = authorOf(scope)
  return withScope(deps.paymentsDb, scope, async (tx) => {
    await claimKey(tx, scope, requestKey, {
      call: 'payInvoices',
      selected: selected?.toSorted(),
      cardId: wish.cardId,
      shown: wish.shown,
    })
    const sameRequest = sql`b.actor_id = ${author.actorId} and b.request_key = ${requestKey}`
    const running = sql`(b.finished_at is null and b.autopay_day is null)`
    const known = async () => {
      const own = await findBatch(tx, scope, sameRequest)
      const batch = own ?? (await findBatch(tx, scope, running))
      if (!own && batch && (selected || batch.isSelection))
        throw new Refusal(
          409,
          'Other invoices are being paid now. Please wait until that has ended, and try again.',
        )
      return batch?.id
    }
    const knownId = await known()
    if (knownId) return knownId
    await requireAutomaticCharging(tx)
    const notApplied = await askNotApplied(tx, {
      author,
      categoryIds: scope.categoryIds,
      notAppliedUntil: wish.notAppliedUntil ? new Date(wish.notAppliedUntil) : undefined,
    })
    if (notApplied) throw notApplied
    const { id: cardId } = await usableCard(tx, scope.accountId, wish.cardId)
    const batchId = await insertBatch(tx, author, cardId, requestKey, {
      isSelection: selected !== undefined,
    })
    if (!batchId) {
      const winnerId = await known()
      if (winnerId) return winnerId
      throw new Refusal(
        409,
        'Another payment of several invoices has just ended. Please check the list.',
      )
    }
    // A refusal rolls back the empty batch too.
    const { cardLimitCents } = deps.config.page
    const plan = await planPayAll(tx, author, scope.categoryIds, cardLimitCents, selected)
    if (plan.charged.length === 0) throw new Refusal(409, 'No eligible invoices')
    if (wish.shown) {
      const { charged } = showPlan(plan)
      const changed = changedCharges(wish.shown, charged)
      if (changed) throw new Refusal(409, changed)
      const less = lessThanShown(wish.shown, charged)
      if (less) await noteShown(tx, scope.accountId, batchId, less)
    }
    await fillBatch(tx, scope.accountId, batchId, plan)
    return batchId
  })
}

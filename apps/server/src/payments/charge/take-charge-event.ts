import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { withAccount, type Tx } from '../../platform/database.ts'
import type { ProviderEvent } from '../../providers/cards/card-provider.ts'
import type { Attempt } from './attempt.ts'
import { selectAttempts } from './attempts.queries.ts'
import { outcomeOf } from './outcome.ts'
import { store, storeEvent } from '../events/provider-events.queries.ts'
import { EventUnresolved } from '../events/take-event.ts'
import { settlePayment } from './settle-payment.ts'

export const chargeEvents = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
])

/** Takes the news that a charge ended. The intent is fetched, and an attempt moves forward only. */
export async function takeChargeEvent(deps: Deps, event: ProviderEvent): Promise<void> {
  const { accountId, attemptId } = event
  if (!accountId || !attemptId) return void (await store(deps, event, 'not ours'))
  const attempt = await withAccount(deps.paymentsDb, accountId, async (tx) => {
    const ofEvent = sql`p.account_id = ${accountId} and p.id = ${attemptId}`
    return (await selectAttempts(tx, ofEvent))[0]
  })
  if (!attempt) throw new EventUnresolved('It names a payment that the portal does not know.')
  // No connection is held while the provider is asked.
  const charge = await deps.cards.findCharge({ ...attempt, attemptId, providerId: event.objectId })
  const outcome = charge && (await outcomeOf(deps, attempt, charge))
  await withAccount(deps.paymentsDb, accountId, async (tx) => {
    if (!(await storeEvent(tx, event, charge?.state ?? 'gone'))) return
    if (!outcome) return
    const settled = await settlePayment(tx, attempt, outcome)
    if (!settled && outcome.state === 'succeeded') await flagLateCharge(deps, tx, attempt)
  })
}

/** Money was taken for an attempt the portal had written off: nothing is edited, a person must look. */
async function flagLateCharge(deps: Deps, tx: Tx, { accountId, id }: Attempt): Promise<void> {
  const flagged = await tx.run(sql`
    update payment_attempt set needs_person = 'The provider charged this attempt after it had failed here.'
     where account_id = ${accountId} and id = ${id} and state = 'failed'`)
  if (flagged)
    deps.log.error({ attemptId: id }, 'a payment needs a person: charged after it had failed')
}

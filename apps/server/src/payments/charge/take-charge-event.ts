import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { currentAccount } from '../../session/current-account.ts'
import { withAccount } from '../../platform/database/database.ts'
import { readInstanceId } from '../../platform/database/instance.ts'
import type { ProviderEvent, ProviderIntent } from '../../providers/cards/card-provider.ts'
import { store } from '../events/provider-events.queries.ts'
import { EventUnresolved } from '../events/take-event.ts'
import { applyAlignment } from './apply-alignment.ts'

export const chargeEvents = new Set([
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
])

/** Processes the event that a charge ended. The intent is fetched and reconciled, whatever the event contains. */
export async function takeChargeEvent(deps: Deps, event: ProviderEvent): Promise<void> {
  const isNamed = event.accountId && event.attemptId
  const intent = isNamed ? await bringOursIntoLine(deps, event.objectId) : undefined
  // Stored afterwards: if the event arrives twice, the intent is already reconciled, so nothing changes.
  await store(deps, event, intent?.status ?? 'not ours')
}

/**
 * Fetches the intent that an event names and reconciles it. Returns undefined for an intent that belongs to another portal
 * or to none. Throws `EventUnresolved` if the provider or the database does not know the object yet.
 */
export async function bringOursIntoLine(
  deps: Deps,
  intentId: string,
): Promise<ProviderIntent | undefined> {
  const intent = await deps.cards.findIntent(intentId)
  if (!intent) throw new EventUnresolved('The card provider does not know the object.')
  if (intent.instance !== (await readInstanceId(deps.paymentsDb))) return undefined
  const accountId = await currentAccount(deps.paymentsDb, intent.accountId)
  if (!(await isCompany(deps, accountId)))
    throw new EventUnresolved('It names a company that the portal does not know.')
  return applyAlignment(deps, { ...intent, accountId }, 'event')
}

/** An import may insert the company later. */
const isCompany = async ({ paymentsDb }: Deps, accountId: string): Promise<boolean> =>
  (await withAccount(paymentsDb, accountId, (tx) =>
    tx.one(sql`select account_id from company where account_id = ${accountId}`),
  )) !== undefined

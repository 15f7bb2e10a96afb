import type { Deps } from '../../deps.ts'
import { readInstanceId } from '../../platform/instance.ts'
import type { ProviderEvent } from '../../providers/cards/card-provider.ts'
import { cardEvents, takeCardChange } from '../cards/take-card-change.ts'
import { bringIntoLine } from './bring-into-line.ts'
import { store } from './provider-events.queries.ts'
import { moneyBackEvents, takeMoneyBack } from './take-money-back.ts'

const chargeEvents = new Set([
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
])

/**
 * Takes one event of the card provider. Events come twice, late and in any order, so an event only says
 * "look again": the object itself is fetched and brought into line.
 */
export async function takeProviderEvent(deps: Deps, event: ProviderEvent): Promise<void> {
  if (moneyBackEvents.has(event.type)) return takeMoneyBack(deps, event)
  if (cardEvents.has(event.type)) return takeCardChange(deps, event)
  if (!chargeEvents.has(event.type)) return void (await store(deps, event, 'not needed'))
  const isOurs = event.instance === (await readInstanceId(deps.paymentsDb))
  if (!isOurs || !event.accountId || !event.attemptId)
    return void (await store(deps, event, 'not ours'))
  const intent = await deps.cards.findIntent(event.objectId)
  if (intent) await bringIntoLine(deps, intent, 'event')
  // Afterwards: a second delivery finds the intent in line and changes nothing.
  await store(deps, event, intent?.status ?? 'gone')
}

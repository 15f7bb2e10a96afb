import type { Deps } from '../deps.ts'
import { store, storeEvent } from '../payments/events/provider-events.queries.ts'
import { withAccount } from '../platform/database/database.ts'
import { noCompany } from '../platform/outbox/outbox.ts'
import type { ProviderEvent } from '../providers/cards/card-provider.ts'
import { settlePurchase } from './settle-purchase.ts'

export const checkoutEvents = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
])

/**
 * Processes the event for a checkout that ended. The event only triggers a lookup at the provider; the event's id is
 * stored in the same transaction as its effect.
 */
export async function takeCheckoutEvent(deps: Deps, event: ProviderEvent): Promise<void> {
  if (!event.purchaseId) return void (await store(deps, event, 'not ours'))
  // No connection is held while the provider is queried.
  const checkout = await deps.cards.findCheckout(event.objectId)
  if (!checkout) return void (await store(deps, event, 'gone'))
  await withAccount(deps.paymentsDb, noCompany, async (tx) => {
    const outcome = await settlePurchase(tx, deps, checkout)
    // A duplicate event changes nothing here: the purchase is already settled.
    await storeEvent(tx, event, outcome)
    if (outcome === 'unknown')
      deps.log.error(
        { eventId: event.id, objectId: event.objectId },
        'an event names an unknown purchase',
      )
  })
}

import { checkoutEvents, takeCheckoutEvent } from './accreditation/take-checkout-event.ts'
import type { Deps } from './deps.ts'
import { requireShownCard } from './payments/autopay/enroll-autopay.ts'
import { fixTodayAgain } from './payments/autopay/plan-autopay.ts'
import type { AfterCardChange } from './payments/cards/change-cards.ts'
import { cardEvents, takeCardChange } from './payments/cards/take-card-change.ts'
import { chargeEvents, takeChargeEvent } from './payments/charge/take-charge-event.ts'
import { moneyBackEvents, recordRefunds } from './payments/charge/record-refunds.ts'
import { store } from './payments/events/provider-events.queries.ts'
import type { TakeEvent } from './payments/events/take-event.ts'

/** Fixes today's AutoPay charges again for another default card, as the terms of AutoPay say. */
export const afterCardChange =
  ({ config }: Pick<Deps, 'config'>): AfterCardChange =>
  async (tx, accountId, confirmed) => {
    const { cardLimitCents } = config.page
    await fixTodayAgain(tx, accountId, cardLimitCents)
    if (confirmed) await requireShownCard(tx, cardLimitCents, confirmed)
  }

const takers: { types: ReadonlySet<string>; take: TakeEvent }[] = [
  { types: chargeEvents, take: takeChargeEvent },
  { types: moneyBackEvents, take: recordRefunds },
  { types: cardEvents, take: takeCardChange },
  { types: checkoutEvents, take: takeCheckoutEvent },
]

/** The types of events that the portal uses. */
export const providerEventTypes = takers.flatMap(({ types }) => [...types])

/** Processes an event of the card provider, whether it is from a webhook or from the list of events. */
export const takeProviderEvent: TakeEvent = async (deps, event) => {
  const taker = takers.find(({ types }) => types.has(event.type))
  if (taker) await taker.take(deps, event)
  else await store(deps, event, 'not needed')
}

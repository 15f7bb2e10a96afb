import { takeProviderEvent } from '../../src/take-provider-event.ts'
import { takeOrKeep } from '../../src/payments/events/take-event.ts'
import { noticeOf, type Company } from './company.ts'
import type { World } from './world.ts'

/**
 * Delivers webhooks of the company: the chosen ones, counted from the newest, some twice and in any
 * order, or all. Others are lost until the list of events is read.
 */
export async function deliver(
  world: World,
  company: Company,
  which: readonly number[],
): Promise<void> {
  const intents = new Set([...company.payments.values()].map(({ intentId }) => intentId))
  const ours = (await world.events()).filter(
    ({ accountId, paymentId, objectId }) =>
      accountId === company.accountId || intents.has(paymentId ?? objectId),
  )
  const chosen = which.length
    ? which.flatMap((nth) => ours.at(-1 - (nth % ours.length)) ?? [])
    : ours
  const { deps } = world.portal
  await Promise.all(
    // The provider redelivers events that were not accepted.
    chosen.map((event) => takeOrKeep(deps, event, takeProviderEvent).catch(() => undefined)),
  )
  if (which.length === 0)
    for (const { back } of company.payments.values())
      for (const one of back) company.noticed.add(noticeOf(one))
}

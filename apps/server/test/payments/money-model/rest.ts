import { startCharging } from '../../../src/payments/charge/charging-stop.ts'
import { readEventList } from '../../../src/payments/events/read-event-list.ts'
import { providerEventTypes, takeProviderEvent } from '../../../src/take-provider-event.ts'
import { notifyAdopted } from '../../../src/payments/charge/notify-adopted.ts'
import { momentOf, type Company } from './company.ts'
import { readProvider } from './read-provider.ts'
import { clearFaults } from './pay.ts'
import { pass, workOnce } from './work.ts'
import type { World } from './world.ts'

const roundsAtMost = 8
/** A pay-all whose card needs the bank waits for one question after another, for a quarter of an hour each. */
const minutesOfRound = 10

/** Runs the workers until nothing is open: the provider is available again, banks decide, and time passes. */
export async function rest(world: World, companies: readonly Company[]): Promise<void> {
  const { portal } = world
  await portal.sandbox.control('/processing', { times: 0 })
  await startCharging(portal.system, ['automatic'])
  await Promise.all(companies.map((company) => settleAtBank(world, company)))
  for (let round = 0; round < roundsAtMost; round += 1) {
    await pass(world, null, minutesOfRound)
    await portal.system.query(`update payment_attempt set lease_until = now() - interval '1 hour'`)
    await portal.system.query(`update payment_batch set lease_until = now() - interval '1 hour'`)
    await portal.system.query(`update provider_event set next_try_at = now() where outcome is null`)
    for (let nth = 0; nth < companies.length; nth += 20) await workOnce(world)
    if (round % 2 === 0)
      await readEventList(portal.deps, portal.system, {
        types: providerEventTypes,
        take: takeProviderEvent,
      })
    if (round > 0 && (await isAtRest(world))) break
  }
  await portal.system.query(`update unknown_intent set found_at = found_at - interval '10 minutes'`)
  await notifyAdopted(portal.system)
  await Promise.all(
    companies.map((company) => readProvider(world, company, momentOf(company), true)),
  )
}

async function settleAtBank(world: World, company: Company): Promise<void> {
  const { control } = world.portal.sandbox
  await clearFaults(world, company)
  for (const { intentId, status, back } of company.payments.values()) {
    const decide = (path: string, body: object) => control(path, body).catch(() => undefined)
    if (status === 'processing')
      await decide(`/payment_intents/${intentId}`, { status: 'succeeded' })
    for (const one of back)
      if (one.kind === 'dispute' && !['won', 'lost'].includes(one.status))
        await decide(`/disputes/${one.id}`, { status: 'won' })
  }
  await pass(world, company, 20)
}

async function isAtRest({ portal }: World): Promise<boolean> {
  const { rows } = await portal.system.query<{ busy: boolean }>(
    `select exists (select from payment_attempt where state in ('open', 'requires_action'))
         or exists (select from payment_batch where finished_at is null)
         or exists (select from payment_attempt where state = 'succeeded' and posted_at is null
                       and settled_at < now() - interval '1 minute')
         or exists (select from provider_event where outcome is null) as busy`,
  )
  return !rows[0]!.busy
}

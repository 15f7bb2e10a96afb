import { readFigures } from '../../src/integration/business-metrics.ts'
import { harm, type Company } from './company.ts'
import type { World } from './world.ts'

/** Checks that unresolved items are among the figures of doctor and the metrics. */
export async function checkUnderWay(world: World, companies: readonly Company[]): Promise<void> {
  const { system } = world.portal
  const { rows } = await system.query<{ account: string; open: number; isLost: boolean }>(
    `select account_id as account, count(*) filter (where state in ('open', 'requires_action'))::int as open,
            bool_or(is_adopted and actor_id is null) as "isLost"
       from payment_attempt group by 1`,
  )
  const figures = await readFigures(system)
  const open = rows.reduce((sum, row) => sum + row.open, 0)
  const isLost = rows.some((row) => row.isLost)
  for (const company of companies) {
    if (figures.portal_payments_open !== open)
      harm(company, `${open} payments are open, ${figures.portal_payments_open} are shown`)
    if (isLost && figures.portal_automatic_charging_stopped !== 1)
      harm(company, 'commits were lost, and nothing shows it')
  }
}

/** At rest no item needs attention. */
export async function checkFigures(world: World, companies: readonly Company[]): Promise<void> {
  const figures = await readFigures(world.portal.system)
  for (const name of [
    'portal_payments_open',
    'portal_payments_need_person',
    'portal_payments_unposted',
    'portal_provider_events_kept',
  ] as const)
    if (figures[name] !== 0) harm(companies[0]!, `${name} is ${figures[name]} at rest`)
}

import { forEachAtOnce } from '../../../src/platform/work/at-once.ts'
import { harm, momentOf, type Company } from './company.ts'
import {
  copyDatabase,
  payAndDie,
  payAndStop,
  restoreDatabase,
  startTwin,
  type Disaster,
} from './disaster.ts'
import { pay } from './pay.ts'
import { sendRecord } from './send-record.ts'
import { takeStep } from './take-step.ts'
import { readProvider } from './read-provider.ts'
import type { World } from './world.ts'

/** Runs the disaster in the middle of a day. `takeSteps` makes each company take the steps of the day. */
export async function spoilDay(
  world: World,
  companies: readonly Company[],
  disaster: Disaster,
  takeSteps: () => Promise<void>,
): Promise<void> {
  if (disaster === 'kill') {
    const kill = (company: Company) =>
      around(world, company, () => payAndDie(world, company, companies.indexOf(company)))
    await forEachAtOnce(companies, 3, kill, blame)
    return takeSteps()
  }
  const copy = await copyDatabase(world)
  if (disaster === 'copy') {
    await liveWithTwin(world, companies, copy)
    return takeSteps()
  }
  const cards = companies.map((company) => new Map(company.cards))
  await takeSteps()
  let resume = () => {}
  const gate = new Promise<void>((resolve) => (resume = resolve))
  const moments = companies.map(momentOf)
  const onTheirWay =
    disaster === 'promotion'
      ? await Promise.all(companies.map((company, nth) => payAndStop(company, nth, gate)))
      : []
  await restoreDatabase(world, copy)
  await world.setClock(1, 12)
  resume()
  await Promise.all(onTheirWay.map(({ ended }) => ended))
  for (const [nth, company] of companies.entries()) {
    company.trail.push(disaster)
    company.cards = cards[nth]!
    company.noticed.clear()
    await readProvider(world, company, moments[nth]!)
  }
  // docs/operations.md: the provider's systems send their records again.
  await Promise.all(
    companies.flatMap((company) => [0, 1].map((nth) => sendRecord(world, company, nth, 'fresh'))),
  )
}

/** Uses both databases, at the same time and one after the other. */
async function liveWithTwin(
  world: World,
  companies: readonly Company[],
  copy: string,
): Promise<void> {
  const twin = await startTwin(world, copy)
  const live = async (company: Company) => {
    const there = { ...company, payer: twin.browser(company.payer), trail: [] }
    await around(world, company, async () => {
      await Promise.all([pay(company, 0), pay(there, 0)])
    })
    for (const step of company.sequence.days[1]!) {
      if (step.do !== 'pay' && step.do !== 'payAll') continue
      // Records reach only one database, so the other would charge the earlier amount owed.
      const hasRecord = step.meanwhile?.happens === 'record'
      await takeStep(world, company, hasRecord ? { ...step, meanwhile: null } : step)
      await around(world, company, () => pay(there, step.do === 'pay' ? step.invoice : 1))
    }
    company.trail.push('twin', ...there.trail)
  }
  await forEachAtOnce(companies, 8, live, blame)
  await twin.close()
}

async function around(world: World, company: Company, paying: () => Promise<void>): Promise<void> {
  const before = momentOf(company)
  await paying()
  await readProvider(world, company, before)
}

export const blame = (error: unknown, company: Company) =>
  harm(company, `it failed: ${error instanceof Error ? error.stack : String(error)}`)

import fc from 'fast-check'
import { forEachAtOnce } from '../../src/platform/at-once.ts'
import { runAutoPay } from '../../src/payments/autopay/run-autopay.ts'
import { blame, spoilDay } from './disaster-day.ts'
import type { Disaster } from './disaster.ts'
import { deliver } from './deliver.ts'
import { checkFigures, checkUnderWay } from './check-figures.ts'
import { checkTold } from './check-told.ts'
import { check } from './check.ts'
import { isLeftOut, momentOf, type Company } from './company.ts'
import { foundCompany } from './found-company.ts'
import { lookAtProvider } from './look-at-provider.ts'
import { rest } from './rest.ts'
import { settleUp } from './settle-up.ts'
import { someSequence, type Sequence } from './steps.ts'
import { takeStep } from './take-step.ts'
import { startWorld, type World } from './world.ts'

const companiesAtOnce = 24

/**
 * Returns the sequence of a seed. After a disaster records are sent again only for books that name
 * payments.
 */
export function sequenceOf(seed: number, disaster?: Disaster): Sequence {
  const [sequence] = fc.sample(someSequence, { seed, numRuns: 1 })
  return disaster ? { ...sequence!, books: 'named' } : sequence!
}

/** Runs sequences in parallel, each in its own company of one portal. Returns the companies. */
export async function runSequences(
  sequences: readonly Sequence[],
  disaster?: Disaster,
): Promise<Company[]> {
  const world = await startWorld()
  try {
    const companies: Company[] = []
    await forEachAtOnce(
      sequences,
      companiesAtOnce,
      async (sequence) => void companies.push(await foundCompany(world, sequence)),
      (error) => {
        throw error
      },
    )
    for (const day of [0, 1, 2])
      await takeDay(world, companies, day, day === 1 ? disaster : undefined)
    await checkUnderWay(world, companies)
    await rest(world, companies)
    const isSpoiled = disaster !== undefined
    await forAll(companies, (company) => check(world, company, isSpoiled))
    await forAll(companies, (company) => settleUp(world, company))
    await rest(world, companies)
    await forAll(companies, (company) => check(world, company, isSpoiled))
    await forAll(companies, (company) => checkTold(world, company, isSpoiled))
    await checkFigures(world, companies)
    return companies
  } finally {
    await world.close()
  }
}

const forAll = (companies: readonly Company[], work: (company: Company) => Promise<void>) =>
  forEachAtOnce(companies, companiesAtOnce, work, blame)

async function takeDay(
  world: World,
  companies: readonly Company[],
  day: number,
  disaster: Disaster | undefined,
): Promise<void> {
  const { deps, system } = world.portal
  if (day > 0) await world.setClock(day, 6)
  await runAutoPay(deps, system)
  const takeSteps = () =>
    forAll(companies, async (company) => {
      for (const step of company.sequence.days[day]!) await takeStep(world, company, step)
    })
  await (disaster ? spoilDay(world, companies, disaster, takeSteps) : takeSteps())
  const enrolled = companies.filter(({ sequence }) => sequence.isEnrolled)
  await forAll(enrolled, async (company) => {
    await deliver(world, company, [])
    company.trail.push('AutoPay')
  })
  await world.setClock(day, 21)
  const before = enrolled.map((company) => ({
    company,
    moment: momentOf(company),
    leftOut: [0, 1].map((nth) => isLeftOut(company, nth)),
  }))
  await runAutoPay(deps, system)
  for (const { company, moment, leftOut } of before)
    await lookAtProvider(world, company, moment, true, leftOut)
}

import fc from 'fast-check'
import { forEachAtOnce } from '../../../src/platform/work/at-once.ts'
import { runAutoPay } from '../../../src/payments/autopay/run-autopay.ts'
import { blame, spoilDay } from './disaster-day.ts'
import type { Disaster } from './disaster.ts'
import { deliver } from './work.ts'
import { checkMails } from './check-mails.ts'
import { check, checkFigures, checkUnderWay } from './check.ts'
import { isLeftOut, momentOf, type Company } from './company.ts'
import { foundCompany } from './found-company.ts'
import { readProvider } from './read-provider.ts'
import { rest } from './rest.ts'
import { settleUp } from './settle-up.ts'
import { someSequence, type Sequence, type Step } from './steps.ts'
import { takeStep } from './take-step.ts'
import { startWorld, type World } from './world.ts'

const companiesAtOnce = 24

/** Returns the sequence of a seed. After a disaster records are sent again only for books that name payments. */
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
    await forAll(companies, (company) => checkMails(world, company, isSpoiled))
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
    await readProvider(world, company, moment, true, leftOut)
}

const roundsAtMost = 12

/** Shortens a failing sequence. Each round tries every omission of one element, in parallel in one portal. */
export async function shrink(failing: Sequence, disaster?: Disaster): Promise<Sequence> {
  let shortest = failing
  for (let round = 0; round < roundsAtMost; round += 1) {
    const tried = [...shorter(shortest)]
    const companies = await runSequences(tried, disaster)
    const found = tried.find((sequence) =>
      companies.some((one) => one.sequence === sequence && one.harms.length > 0),
    )
    if (!found) break
    shortest = found
  }
  return shortest
}

function* shorter(sequence: Sequence): Generator<Sequence> {
  const { days } = sequence
  for (const [at, steps] of days.entries()) {
    const withDay = (some: Step[]) => ({ ...sequence, days: days.with(at, some) })
    if (steps.length > 1) yield withDay([])
    for (const nth of steps.keys()) yield withDay(steps.toSpliced(nth, 1))
    for (const [nth, step] of steps.entries())
      for (const simpler of simplerSteps(step)) yield withDay(steps.with(nth, simpler))
  }
  if (sequence.isEnrolled) yield { ...sequence, isEnrolled: false }
}

function* simplerSteps(step: Step): Generator<Step> {
  if (step.do !== 'pay' && step.do !== 'payAll') return
  for (const nth of step.faults.keys()) yield { ...step, faults: step.faults.toSpliced(nth, 1) }
  if (step.meanwhile) yield { ...step, meanwhile: null }
  if (step.do === 'pay' && step.tabs > 1) yield { ...step, tabs: 1 }
}

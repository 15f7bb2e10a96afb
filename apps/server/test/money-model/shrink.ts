import type { Disaster } from './disaster.ts'
import { runSequences } from './run.ts'
import type { Sequence, Step } from './steps.ts'

const roundsAtMost = 12

/**
 * Shortens a failing sequence. Each round tries every omission of one element, all in parallel in
 * one portal.
 */
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

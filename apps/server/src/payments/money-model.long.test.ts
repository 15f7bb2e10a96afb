import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effort, runs, testSeed } from '../../../../tools/random-tests.ts'
import type { Company } from '../../test/payments/money-model/company.ts'
import { disasters, type Disaster } from '../../test/payments/money-model/disaster.ts'
import { runSequences, sequenceOf, shrink } from '../../test/payments/money-model/run.ts'
import { wrongRules } from '../../test/payments/money-model/wrong-rules.ts'

// The soak passes other seeds, so that each of its rounds runs other sequences.
const firstSeed = effort > 1 ? (testSeed % 200_000) * 10_000 : testSeed
const timeout = 600_000 * effort
/** The number of sequences per portal; the provider's list of events grows with them. */
const portalSize = 150

// The soak plants a wrong rule to prove that this search finds it.
beforeEach(() => wrongRules[process.env.PLANTED_RULE ?? '']?.())
afterEach(() => vi.restoreAllMocks())

test(
  'whatever happens to books, cards, banks and responses, each company pays what it owes once',
  async () => {
    expect(await firstHarm(48)).toBe('')
  },
  timeout,
)

const counts: Record<Disaster, number> = { restore: 3, promotion: 3, copy: 3, kill: 3 }

test.each(disasters)(
  'each company pays what it owes once, also after a %s',
  async (disaster) => {
    expect(await firstHarm(counts[disaster], disaster)).toBe('')
  },
  timeout,
)

/** Returns the violations of the first failing sequence, and the shortest failing sequence; or an empty text. */
async function firstHarm(usual: number, disaster?: Disaster): Promise<string> {
  const end = firstSeed + runs(usual)
  const startedAt = performance.now()
  let intents = 0
  for (let seed = firstSeed; seed < end; seed += portalSize) {
    const count = Math.min(portalSize, end - seed)
    const sequences = Array.from({ length: count }, (_, nth) => sequenceOf(seed + nth, disaster))
    const companies = await runSequences(sequences, disaster)
    intents += companies.reduce((sum, { payments }) => sum + payments.size, 0)
    const failing = companies.find(({ harms }) => harms.length > 0)
    if (failing) return explain(failing, seed + sequences.indexOf(failing.sequence), disaster)
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(
    `money model${disaster ? `, ${disaster}` : ''}: seeds ${firstSeed} to ${end - 1}, ${intents} intents, ${seconds} s`,
  )
  return ''
}

async function explain(
  { sequence, harms, trail }: Company,
  seed: number,
  disaster?: Disaster,
): Promise<string> {
  const shortest = await shrink(sequence, disaster)
  return [
    `TEST_SEED=${seed} (${sequence.books}): ${harms.join('; ')}`,
    ...trail,
    `Shortest: ${JSON.stringify(shortest)}`,
  ].join('\n')
}

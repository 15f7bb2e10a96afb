import fc from 'fast-check'
import { expect, test } from 'vitest'
import { live, moves } from '../../test/session/people-model/steps.ts'
import { wrongRules } from '../../test/session/people-model/wrong-rules.ts'
import { Harm } from '../../test/session/people-model/world.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { runs } from '../../../../tools/random-tests.ts'

const portal = testPortal()

test('no person gets the rights of another, and all sign in by the documented steps', async () => {
  const days = fc.asyncProperty(moves, (some) => live(portal, some))
  const { errorInstance, counterexample } = await fc.check(days, { numRuns: runs(8) })
  expect(errorInstance, JSON.stringify(counterexample)).toBeNull()
}, 600_000)

test.each(wrongRules)('found: $rule', async ({ plant, moves: some }) => {
  await live(portal, some)
  const restore = await plant(portal.owner)
  try {
    await expect(live(portal, some)).rejects.toThrow(Harm)
  } finally {
    await restore()
  }
})

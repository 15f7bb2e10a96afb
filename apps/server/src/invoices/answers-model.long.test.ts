import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs, testSeed } from '../../../../tools/random-tests.ts'
import { startAnswerModel } from '../../test/answer-model/run.ts'

let model: Awaited<ReturnType<typeof startAnswerModel>>

beforeAll(async () => {
  model = await startAnswerModel()
})
afterAll(() => model.close())

test('after any change a cached response equals one from the database', async () => {
  const { property, missing, seen } = model
  await fc.assert(property(30), { numRuns: runs(3) })
  // Chance may have left out a change, or each of its tries may have had no effect.
  for (let more = 1; missing().length > 0 && more <= 100; more += 1)
    await fc.assert(property(15, missing()), { numRuns: 1, seed: testSeed + more })
  console.log(seen)
  expect(missing()).toEqual([])
}, 900_000)

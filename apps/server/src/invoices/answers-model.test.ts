import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { startAnswerModel } from '../../test/invoices/answer-model/run.ts'

let model: Awaited<ReturnType<typeof startAnswerModel>>

beforeAll(async () => {
  model = await startAnswerModel()
})
afterAll(() => model.close())

test('after any change a cached response equals one from the database', async () => {
  await fc.assert(model.property(12), { numRuns: runs(1) })
  expect(Math.min(model.seen.answers, model.seen.confirmed)).toBeGreaterThan(0)
})

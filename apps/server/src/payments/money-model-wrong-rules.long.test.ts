import { afterEach, expect, test, vi } from 'vitest'
import { finders } from '../../test/payments/money-model/found-by.ts'
import { runSequences } from '../../test/payments/money-model/run.ts'
import { wrongRules } from '../../test/payments/money-model/wrong-rules.ts'

afterEach(() => vi.restoreAllMocks())

const harmsOf = async (...[sequences, disaster]: Parameters<typeof runSequences>) =>
  (await runSequences(sequences, disaster)).map(({ harms, trail }) => ({ harms, trail }))

test('with the right rules no sequence violates the model', async () => {
  for (const disaster of [undefined, 'restore'] as const) {
    const some = finders.filter((one) => one.disaster === disaster)
    const sequences = some.map(({ sequence }) => sequence)
    for (const { harms, trail } of await harmsOf(sequences, disaster))
      expect(harms, trail.join('\n')).toEqual([])
  }
})

test('each wrong rule is detected by a sequence', () => {
  expect(finders.map(({ rule }) => rule)).toEqual(Object.keys(wrongRules))
})

test.each(finders)('found: $rule', async ({ rule, sequence, disaster }) => {
  wrongRules[rule]!()
  const [found] = await harmsOf([sequence], disaster)
  console.log(`${rule}: ${found!.harms.join('; ')}`)
  expect(found!.harms).not.toEqual([])
})

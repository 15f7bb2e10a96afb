import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../test/portal.ts'
import { emails, QuestionModel, variants, type Step } from '../../test/question-model.ts'

let portal: TestPortal
let people: Browser[]

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.given.company('A1')
  for (const email of emails) await portal.given.user(email, 'A1', ['AccessInvoices'], ['Licenses'])
  people = await Promise.all(emails.map((email) => portal.signIn(email)))
})
afterAll(() => portal.close())

const who = fc.nat(1)
const nth = fc.nat(5)
const steps: Record<Step['do'], { weight: number; arbitrary: fc.Arbitrary<Step> }> = {
  ask: {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      who,
      position: fc.integer({ min: 1, max: 4 }),
      key: fc.nat(4),
      message: fc.constantFrom('Why?', 'Who\nordered it?'),
      // The page shows what the line said before the last import.
      isOutdated: fc.nat(5).map((one) => one === 0),
    }),
  },
  withdraw: { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who, nth }) },
  answer: {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      nth,
      text: fc.constantFrom('Because.', 'It was an error.'),
      date: fc.constantFrom(null, 0, 1, 2),
    }),
  },
  tell: { weight: 3, arbitrary: fc.constant({ do: 'tell' as const }) },
  delete: { weight: 1, arbitrary: fc.constant({ do: 'delete' as const }) },
  send: {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      lines: fc.array(fc.nat(variants.length - 1), { maxLength: 4 }),
    }),
  },
  right: {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('right' as const), who, has: fc.boolean() }),
  },
}

test('random questions, answers, imports and rights equal those of a plain model', async () => {
  const walk = fc.array(fc.oneof(...Object.values(steps)), { minLength: 5, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(walk, async (taken) => {
      const model = new QuestionModel(portal, people)
      await model.start()
      for (const step of taken) {
        const done = await model.take(step)
        expect(done.real, JSON.stringify(step)).toEqual(done.expected)
        const { real, expected } = await model.compare()
        expect(real).toEqual(expected)
      }
    }),
    { numRuns: runs(10) },
  )
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderSteps } from '@portal/domain/licenses/order-steps'
import { runs } from '../../../../tools/random-tests.ts'
import { givenCatalogue } from '../../test/catalogue.ts'
import { OrderingCompany, type Said, type Step } from '../../test/ordering-company.ts'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'

let portal: TestPortal
let count = 0

beforeAll(async () => {
  portal = await startTestPortal()
  await givenCatalogue(portal.system)
})
afterAll(() => portal.close())

const said: fc.Arbitrary<Said> = fc.record({
  what: fc.constantFrom('add', 'add', 'cancel', 'change'),
  network: fc.constantFrom('Eurex' as const, 'ICE' as const),
  user: fc.constantFrom('ann', 'Bob'),
  to: fc.constantFrom('ann', 'Bob', 'cleo'),
  ip: fc.constantFrom('', '', '192.0.2.1'),
  days: fc.integer({ min: 0, max: 9 }),
  pick: fc.option(fc.nat(20), { nil: undefined }),
})
const lines = fc.array(said, { minLength: 1, maxLength: 4 })
const at = fc.integer({ min: 1, max: 400_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ step: fc.constant('portal'), said: lines }) },
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant('import'), at, said: lines, ids: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('again'),
      which: fc.nat(20),
      turn: fc.constantFrom('same', 'reversed', 'less', 'more', 'later'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('delete'), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('race'), pick: fc.nat(20) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constant('status'),
      which: fc.nat(20),
      says: fc.constantFrom('Submitted' as const, ...orderSteps),
      lines: fc.array(
        fc.constantFrom('' as const, '' as const, 'Submitted' as const, ...orderSteps),
        {
          maxLength: 4,
        },
      ),
      time: fc.constantFrom('none', 'new', 'old'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('both'), at, said: lines }) },
)

test('random steps: a license keeps its id, and the held licenses equal a full replay after each step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      count += 1
      const company = await OrderingCompany.begin(portal, count)
      for (const one of steps) {
        await company.take(one)
        await company.check()
      }
      expect(await company.listed()).toEqual(company.expectedList())
    }),
    // To shrink a failing case would take longer than the test may.
    { numRuns: runs(15), endOnFailure: true },
  )
})

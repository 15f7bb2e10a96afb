import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderSteps } from '@portal/domain/licenses/order-steps'
import { runs } from '../../../../tools/random-tests.ts'
import { givenCatalogue } from '../../test/catalogue.ts'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'
import { ProvidedCompany, type Said, type Step } from '../../test/provided-company.ts'

let portal: TestPortal
let count = 0

beforeAll(async () => {
  portal = await startTestPortal()
  await givenCatalogue(portal.system)
})
afterAll(() => portal.close())

const license = fc.nat(1)
const user = fc.constantFrom('ann', 'Ben', 'BEN')
const network = fc.constantFrom('ICE' as const, 'Eurex' as const)
const running = fc.record({
  user,
  network,
  until: fc.constantFrom(null, null, null, null, 0, 7, -1),
  status: fc.constantFrom('Active', 'Active', 'Active', 'Suspended', 'Ended'),
})
const said: fc.Arbitrary<Said> = fc.record({
  what: fc.constantFrom('cancel', 'change', 'change', 'add'),
  license: fc.option(fc.nat(2), { nil: undefined }),
  user,
  network,
  to: user,
  days: fc.integer({ min: 0, max: 5 }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constant('records'),
      given: fc.array(fc.tuple(license, running), { minLength: 1, maxLength: 3 }),
      time: fc.constantFrom('none', 'new', 'old'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('again') }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('delete'), license }) },
  {
    weight: 6,
    arbitrary: fc.record({
      step: fc.constant('order'),
      by: fc.nat(1),
      said: fc.array(said, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('race'), license }) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant('status'),
      which: fc.nat(5),
      says: fc.constantFrom(...orderSteps, 'Provisioned'),
    }),
  },
)

test('random steps: what runs by the records, and what is asked of it, is what a plain list says after each step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      count += 1
      const company = await ProvidedCompany.begin(portal, count)
      for (const one of steps) {
        await company.take(one)
        await company.check()
      }
      expect(company.running.size > 0 ? await company.listed() : []).toEqual(company.inForce())
    }),
    { numRuns: runs(5) },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { histories, play, seen } from '../../test/invoices/movements-model/run.ts'
import { testClock, testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
const clock = testClock(portal)
test('the lines of any history close each day with what was left to pay on it', async () => {
  const property = fc.asyncProperty(histories(60), (history) =>
    play(portal, clock, `M${seen.histories}`, history),
  )
  await fc.assert(property, { numRuns: runs(3), unbiased: true, endOnFailure: true })
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
})

import { beforeAll, expect, test } from 'vitest'
import { runs, testSeed } from '../../../../tools/random-tests.ts'
import { givenCatalogue } from '../../test/licenses/catalogue.ts'
import { live } from '../../test/licenses/license-model/run.ts'
import { testClock, testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
const clock = testClock(portal)

beforeAll(() => givenCatalogue(portal.system))

test('companies hold the licenses of their records, orders and ids, in any order of arrival', async () => {
  const seeds = Array.from({ length: runs(12) }, (_, nth) => testSeed * 1000 + nth)
  expect(await live(portal, clock, seeds, 20)).toEqual([])
})

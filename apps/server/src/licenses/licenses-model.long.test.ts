import { beforeAll, expect, test } from 'vitest'
import { runs, testSeed } from '../../../../tools/random-tests.ts'
import { givenCatalogue } from '../../test/licenses/catalogue.ts'
import { live } from '../../test/licenses/license-model/run.ts'
import { plant, wrongRules } from '../../test/licenses/license-model/wrong-rules.ts'
import { testClock, testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
const clock = testClock(portal)

beforeAll(() => givenCatalogue(portal.system))

test('companies hold the licenses of their records, orders and ids, in long histories', async () => {
  const some = Array.from({ length: runs(10) }, (_, nth) => testSeed * 1000 + 100 + nth)
  const seeds = new Set([...some, ...wrongRules.map(({ seed }) => seed)])
  expect(await live(portal, clock, [...seeds], 30)).toEqual([])
}, 900_000)

test.each(wrongRules)('found: $rule', async (wrong) => {
  const restore = await plant(wrong, portal.owner)
  try {
    expect(await live(portal, clock, [wrong.seed], 30)).toHaveLength(1)
  } finally {
    await restore()
  }
})

// Repeats the random tests, drills and walks with new seeds: npm run test:soak -- [minutes] [first seed]. Not part of CI.
import { buildWhenNeeded } from './build-portal.ts'
import { findChromium } from './find-chromium.ts'
import { journeys, soakedFiles, units } from './lanes.ts'
import { add, countLine, runVitest } from './run-vitest.ts'

const minutes = Number(process.argv[2] ?? 60)
const firstSeed = Number(process.argv[3] ?? Date.now() % 1_000_000)
if (!(minutes > 0) || !Number.isInteger(firstSeed))
  throw new Error('Usage: npm run test:soak -- [minutes] [first seed]')

/** 2,000 steps through the portal, as all demo users. */
const walk = [...journeys, 'e2e/walk/walk.soak.test.ts']
const chromium = { CHROMIUM_PATH: findChromium(), WALK_STEPS: '250' }
await buildWhenNeeded(console.log)

const files = soakedFiles(import.meta.portalRoot)
const end = Date.now() + minutes * 60_000
console.log('An outage of the card provider for 5 minutes')
let total = await runVitest([...units, 'apps/server/test/outage.soak.test.ts'], {
  OUTAGE_SECONDS: '300',
})
let seed = firstSeed
do {
  console.log(`\nSeed ${seed}, ten times as many random cases as in the lanes`)
  const TEST_SEED = String(seed)
  total = add(total, await runVitest([...units, ...files], { TEST_SEED, TEST_EFFORT: '10' }))
  total = add(total, await runVitest(walk, { TEST_SEED, ...chromium }))
  seed += 1
} while (Date.now() < end && total.failed === 0)

console.log(`\nSeeds ${firstSeed} to ${seed - 1}`)
console.log(countLine(total))
process.exitCode = total.failed || !total.passed ? 1 : 0

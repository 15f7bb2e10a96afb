// Repeats the random tests and drills with new seeds: npm run test:soak -- [minutes] [first seed]. Not part of CI.
import { soakedFiles, units } from './lanes.ts'
import { add, countLine, runVitest } from './run-vitest.ts'

const minutes = Number(process.argv[2] ?? 60)
const firstSeed = Number(process.argv[3] ?? Date.now() % 1_000_000)
if (!(minutes > 0) || !Number.isInteger(firstSeed))
  throw new Error('Usage: npm run test:soak -- [minutes] [first seed]')

const files = soakedFiles(import.meta.portalRoot)
const end = Date.now() + minutes * 60_000
console.log('An outage of the card provider for 5 minutes')
let total = await runVitest([...units, 'apps/server/test/outage.long.test.ts'], {
  OUTAGE_SECONDS: '300',
})
let seed = firstSeed
do {
  console.log(`\nSeed ${seed}, ten times as many random cases as in the lanes`)
  const args = [...units, ...files]
  total = add(total, await runVitest(args, { TEST_SEED: String(seed), TEST_EFFORT: '10' }))
  seed += 1
} while (Date.now() < end && total.failed === 0)

console.log(`\nSeeds ${firstSeed} to ${seed - 1}`)
console.log(countLine(total))
process.exitCode = total.failed || !total.passed ? 1 : 0

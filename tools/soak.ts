// Explores with new seeds until the time is over: npm run test:soak -- MINUTES [SEED]. In no lane; it rejects no
// commit. It ends with `N passed, N failed` and prints the shortest case of a failure: keep that case as a named test.
import { wrongRules as chargeRules } from '../packages/domain/test/charge-wrong-rules.ts'
import { finders } from '../apps/server/test/payments/money-model/found-by.ts'
import { buildWhenNeeded } from './build-portal.ts'
import { findChromium } from './find-chromium.ts'
import { journeys, lanes, soakedFiles, units, without } from './lanes.ts'
import { atEndOfMonth } from './other-clock.ts'
import { withFault } from './planted-fault.ts'
import { installNode, otherNodes } from './other-nodes.ts'
import { plantedTexts } from './planted-texts.ts'
import { add, countLine, nothing, runVitest, type Result } from './run-vitest.ts'

const minutes = Number(process.argv[2])
const firstSeed = Number(process.argv[3] ?? Date.now() % 1_000_000)
if (!(minutes > 0) || !Number.isInteger(firstSeed))
  throw new Error('Usage: npm run test:soak -- MINUTES [SEED]')

const end = Date.now() + minutes * 60_000
const chromium = { CHROMIUM_PATH: findChromium() }
const walk = [...journeys, 'e2e/walk/walk.soak.test.ts']
const longer = { TEST_EFFORT: '10' }
let total = nothing
let seed = firstSeed

/** Does not start a part after the time is over. */
async function part(name: string, run: () => Promise<Result>): Promise<void> {
  if (Date.now() > end || total.failed > 0) return console.log(`\nNot tried: ${name}`)
  console.log(`\n${name}`)
  total = add(total, await run())
}

/** Returns a pass if a failure of the run shows the fault: a test that searches for faults must find a planted one. */
async function finds(what: string, shows: RegExp, run: () => Promise<Result>): Promise<Result> {
  const found = (await run()).failures.find((failure) => shows.test(failure))
  if (found) console.log(`Found: ${found}`)
  return found
    ? { ...nothing, passed: 1 }
    : { ...nothing, failed: 1, failures: [`The soak is blind: it does not find "${what}"`] }
}

function ofTurn<T>(cases: readonly T[]): T {
  return cases[firstSeed % cases.length]!
}

async function runLane(env: Record<string, string>, ...args: string[]): Promise<Result> {
  let result = nothing
  for (const suite of lanes.test.suites.flat())
    result = add(
      result,
      await runVitest([...suite.args, ...args], { ...chromium, ...suite.env, ...env }),
    )
  return result
}

console.log(`Seed ${firstSeed}`)
await buildWhenNeeded(console.log)
const rules = [
  ...chargeRules.map(([rule]) => ({
    rule,
    file: 'packages/domain/src/payments/charge-steps.long.test.ts',
    shows: /no invoice is charged twice.* to deeply equal \{\}/,
  })),
  ...finders.map(({ rule }) => ({
    rule,
    file: 'apps/server/src/payments/money-model.long.test.ts',
    shows: /TEST_SEED=\d+ \(/,
  })),
]
const { rule, file, shows } = ofTurn(rules)
await part(`A wrong rule is planted: ${rule}`, () =>
  finds(rule, shows, () =>
    runVitest([...units, file], { TEST_SEED: String(firstSeed), PLANTED_RULE: rule, ...longer }),
  ),
)
const text = ofTurn(plantedTexts)
await part(`A wrong text is planted in ${text.file}`, () =>
  finds(text.to, text.shows, () =>
    withFault(text, async () => {
      await buildWhenNeeded(console.log)
      return runVitest(walk, { TEST_SEED: String(firstSeed), WALK_STEPS: '120', ...chromium })
    }),
  ),
)
await buildWhenNeeded(console.log)

const round = () =>
  part(`Seed ${seed}: ten times as many random cases as in the lanes, and a walk`, async () => {
    const TEST_SEED = String(seed)
    seed += 1
    const random = soakedFiles(import.meta.portalRoot)
    const cases = await runVitest([...units, ...random], { TEST_SEED, ...longer })
    return add(cases, await runVitest(walk, { TEST_SEED, WALK_STEPS: '250', ...chromium }))
  })

await round()
await part('Each file alone', () => runLane({}, '--isolate'))
await part('The files in another order', () =>
  runLane({ TEST_ORDER: 'shuffled', TEST_SEED: String(firstSeed) }),
)
// Without a browser, because a Chromium with another clock than the machine's uses all processors.
await part('The last minutes of a month, in another time zone, the files in reverse order', () =>
  runVitest([...units, ...without('long', 'soak')], { ...atEndOfMonth(), TEST_ORDER: 'reversed' }),
)
await part('All cases of the sweeps', () =>
  runVitest([...journeys, '.soak.test.', '.long.test.', '--exclude', '**/walk/**'], {
    ...longer,
    ...chromium,
  }),
)
for (const version of otherNodes)
  await part(`Connections that are reset, with Node ${version}`, () =>
    runVitest([...units, 'apps/server/test/requests/resets.test.ts'], {
      SERVER_NODE: installNode(version),
      TEST_EFFORT: '20',
    }),
  )
await part('An outage of the providers for 5 minutes', () =>
  runVitest([...units, 'apps/server/test/production/providers-down.soak.test.ts'], {
    OUTAGE_SECONDS: '300',
  }),
)
while (Date.now() < end && total.failed === 0) await round()

console.log(`\nSeeds ${firstSeed} to ${seed - 1}`)
for (const failure of total.failures) console.log(`✗ ${failure}`)
console.log(countLine(total))
process.exitCode = total.failed || !total.passed ? 1 : 0

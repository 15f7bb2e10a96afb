// Runs a lane of tests: node tools/run.mjs tools/test.ts quick|test|long. Ends with `N passed, N failed`. The long lane
// takes a quarter of its files, selected by the seed, or with `all` every one.
import { spawnSync } from 'node:child_process'
import { buildWhenNeeded } from './build-portal.ts'
import { runChecks } from './checks.ts'
import { ensurePdftotext } from './ensure-pdftotext.ts'
import { findChromium } from './find-chromium.ts'
import { lanes, type LaneName } from './lanes.ts'
import { ensureOtherBrowsers } from './other-browsers.ts'
import { add, countLine, nothing, runVitest } from './run-vitest.ts'

const name = process.argv[2] ?? ''
if (!(name in lanes)) throw new Error(`A lane is one of ${Object.keys(lanes).join(', ')}.`)
const { checks, suites } = lanes[name as LaneName]

// Built once, before parallel suites start a portal.
const hasJourneys = suites.some(({ args }) => args.includes('e2e/vitest.config.ts'))
ensurePdftotext()
if (name === 'long') ensureOtherBrowsers()
const seed = process.env.TEST_SEED ?? seedOfSource()
// Not the last digits: they select cases within the files, and each quarter would always try the same ones.
const quarter = (Math.floor(Number(seed) / 1000) % 4) + 1
const turn = name === 'long' && process.argv[3] !== 'all' ? [`--shard=${quarter}/4`] : []
const env = {
  TEST_SEED: seed,
  ...(hasJourneys && { CHROMIUM_PATH: findChromium() }),
}
if (hasJourneys) await buildWhenNeeded(console.log)

const parts = await Promise.all([
  checks ? countChecks() : nothing,
  ...suites.map((suite) => runVitest([...suite.args, ...turn], { ...env, ...suite.env })),
])
const total = parts.reduce(add, nothing)
// Repeated at the end, because often only the end of a long output is kept.
for (const failure of total.failures) console.log(`✗ ${failure}`)
console.log(`\n${countLine(total)}`)
process.exitCode = total.failed || !total.passed ? 1 : 0

/**
 * The same source tries the same random cases and walks on every machine, and any change tries others. Without git
 * each run tries others, as `npm run test:soak` does.
 */
function seedOfSource(): string {
  const options = { cwd: import.meta.portalRoot, encoding: 'utf8' } as const
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], options)
  return String(Number.parseInt((stdout || '').slice(0, 6), 16) || Date.now() % 1_000_000)
}

async function countChecks() {
  const results = await runChecks()
  const failed = results.filter((result) => !result.passed)
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    skipped: 0,
    failures: failed.map((result) => result.name),
  }
}

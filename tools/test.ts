// Runs a lane of tests: node tools/run.mjs tools/test.ts quick|test|long. Ends with `N passed, N failed`.
import { buildWhenNeeded } from './build-portal.ts'
import { runChecks } from './checks.ts'
import { ensurePdftotext } from './ensure-pdftotext.ts'
import { findChromium } from './find-chromium.ts'
import { lanes, type LaneName } from './lanes.ts'
import { add, countLine, nothing, runVitest } from './run-vitest.ts'

const name = process.argv[2] ?? ''
if (!(name in lanes)) throw new Error(`A lane is one of ${Object.keys(lanes).join(', ')}.`)
const { checks, suites } = lanes[name as LaneName]

// Built once, before the suites that run beside each other start a portal.
const hasJourneys = suites.some(({ args }) => args.includes('e2e/vitest.config.ts'))
ensurePdftotext()
const env = hasJourneys ? { CHROMIUM_PATH: findChromium() } : {}
if (hasJourneys) await buildWhenNeeded(console.log)

const parts = await Promise.all([
  checks ? countChecks() : nothing,
  ...suites.map((suite) => runVitest(suite.args, { ...env, ...suite.env })),
])
const total = parts.reduce(add, nothing)
console.log(`\n${countLine(total)}`)
process.exitCode = total.failed || !total.passed ? 1 : 0

async function countChecks() {
  const results = await runChecks()
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed, skipped: 0 }
}

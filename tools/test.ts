// Runs a lane of tests: node tools/run.mjs tools/test.ts quick|screens|test|long. Ends with `N passed, N failed`.
import { buildWhenNeeded } from './build-portal.ts'
import { runChecks } from './checks.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { ensurePdftotext } from './ensure-pdftotext.ts'
import { findChromium } from './find-chromium.ts'
import { lanes, type LaneName } from './lanes.ts'
import { ensureOtherBrowsers } from './other-browsers.ts'
import { add, countLine, nothing, runVitest, type Result } from './run-vitest.ts'

const name = process.argv[2] ?? ''
if (!(name in lanes)) throw new Error(`A lane is one of ${Object.keys(lanes).join(', ')}.`)
const lane = lanes[name as LaneName]

// Built once, before parallel suites start a portal.
const hasBrowser = lane.suites.flat().some(({ args }) => /^(e2e|screens)\//.test(args[1] ?? ''))
ensurePdftotext()
if (name === 'long') ensureOtherBrowsers()
const env = hasBrowser ? { CHROMIUM_PATH: findChromium() } : {}
if (hasBrowser) await buildWhenNeeded(console.log)

const rows = lane.suites.map(async (row) => {
  const results: Result[] = []
  for (const suite of row) results.push(await runVitest(suite.args, { ...env, ...suite.env }))
  return results
})
const parts = await Promise.all([lane.checks ? countChecks() : nothing, ...rows])
const total = parts.flat().reduce(add, nothing)

console.log('\nThe files that took longest, with their waits:')
for (const { file, seconds } of total.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`)
const used = cpuSeconds()
if (used !== undefined)
  console.log(
    `${Math.round(used)} of ${lane.cpuSeconds} CPU seconds${used > lane.cpuSeconds ? ': OVER THE BUDGET of this lane (tools/lanes.ts)' : ''}`,
  )
// Repeated at the end, because often only the end of a long output is kept.
for (const failure of total.failures) console.log(`✗ ${failure}`)
console.log(`\n${countLine(total)}`)
process.exitCode = total.failed || !total.passed ? 1 : 0

async function countChecks(): Promise<Result> {
  const results = await runChecks()
  const failed = results.filter((result) => !result.passed)
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    skipped: 0,
    failures: failed.map((result) => result.name),
    files: [],
  }
}

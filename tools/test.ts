import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded } from './build-portal.ts'
import { runChecks } from './checks.ts'
import { findChromium } from './find-chromium.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
}

const root = import.meta.portalRoot
const total: Count = { passed: 0, failed: 0, skipped: 0 }

for (const { passed } of await runChecks())
  add({ passed: Number(passed), failed: Number(!passed), skipped: 0 })
const env = { ...process.env, CHROMIUM_PATH: findChromium() }
// Built once. The journeys run in two halves, each with a portal and a browser of its own, beside the other tests:
// every part waits a good deal for its own clocks.
await buildWhenNeeded(console.log)
const suites = [
  ['--config', 'vitest.config.ts'],
  ['--config', 'e2e/vitest.config.ts', '--shard', '1/2'],
  ['--config', 'e2e/vitest.config.ts', '--shard', '2/2'],
]
for (const count of await Promise.all(suites.map((suite) => runVitest(suite, env)))) add(count)

const skipped = total.skipped ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed || !total.passed ? 1 : 0

function add(count: Count): void {
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  success: boolean
}

/** Runs one suite, shows its output, and reads its counts from its report. */
async function runVitest(choice: string[], environment: NodeJS.ProcessEnv): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-report-'))
  const report = join(folder, 'report.json')
  const args = [
    'run',
    ...choice,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await once(vitest, 'exit')
  try {
    const result = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    // A file that could not even be loaded fails without a failed test.
    const failed = Math.max(result.numFailedTests, Number(!result.success))
    return { passed: result.numPassedTests, failed, skipped: result.numPendingTests }
  } catch {
    console.error(`${choice.join(' ')}: the tests did not run to their end`)
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Count {
  passed: number
  failed: number
  skipped: number
}

export const nothing: Count = { passed: 0, failed: 0, skipped: 0 }

export function add(one: Count, other: Count): Count {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}

export function countLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  success: boolean
}

/** Runs vitest, shows its output, and returns the counts of its report. */
export async function runVitest(args: string[], env: Record<string, string>): Promise<Count> {
  const root = import.meta.portalRoot
  const folder = mkdtempSync(join(tmpdir(), 'portal-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args, ...reporters],
    { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  await once(vitest, 'exit')
  try {
    const result = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    // A file that could not even be loaded fails without a failed test.
    const failed = Math.max(result.numFailedTests, Number(!result.success))
    return { passed: result.numPassedTests, failed, skipped: result.numPendingTests }
  } catch {
    console.error(`vitest ${args.join(' ')} did not finish`)
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

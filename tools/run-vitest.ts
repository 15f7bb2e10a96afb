import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface Count {
  passed: number
  failed: number
  skipped: number
}

/** The counts of a run, one line per failed test, and the time of each file. */
export interface Result extends Count {
  failures: string[]
  files: { file: string; seconds: number }[]
}

export const nothing: Result = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }

export function add(one: Result, other: Result): Result {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
    files: [...one.files, ...other.files],
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
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Runs vitest, prints its output, and returns the counts and failures of its report. */
export async function runVitest(args: string[], env: Record<string, string>): Promise<Result> {
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
    // A file that could not be loaded fails without a failed test.
    const failed = Math.max(result.numFailedTests, Number(!result.success))
    return {
      passed: result.numPassedTests,
      failed,
      skipped: result.numPendingTests,
      failures: failuresOf(result, root),
      files: result.testResults.map(({ name, startTime, endTime }) => ({
        file: relative(root, name),
        seconds: (endTime - startTime) / 1000,
      })),
    }
  } catch {
    const unfinished = `vitest ${args.join(' ')} did not finish`
    console.error(unfinished)
    return { passed: 0, failed: 1, skipped: 0, failures: [unfinished], files: [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function failuresOf({ testResults }: VitestReport, root: string): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (!failed.length && status === 'failed') return [`${file}: ${beginning(message)}`]
    return failed.map(
      (test) => `${file} > ${test.fullName}: ${beginning(test.failureMessages.join(' | '))}`,
    )
  })
}

/** Returns one line, long enough to recognize the failure; the full report is printed above. */
const beginning = (text: string) =>
  stripVTControlCharacters(text).replace(/\s+/g, ' ').slice(0, 400)

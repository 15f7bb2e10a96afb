import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentFile, documentText } from './api-document.ts'
import { findBrokenImports } from './boundaries.ts'
import { recordPageFile, recordPageText } from './record-page.ts'

export interface CheckResult {
  name: string
  passed: boolean
}

const root = import.meta.portalRoot

/** What is wrong, or nothing; printed as it is. */
type Check = () => string | Promise<string>

const checks: Record<string, Check> = {
  types: () => run('typescript/bin/tsc', ['-p', 'tsconfig.json']),
  lint: () => run('oxlint/bin/oxlint', ['--type-aware', '--quiet', '.']),
  format: () => run('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  boundaries: () => findBrokenImports(root).join('\n'),
  'lock file': checkLock,
  openapi: checkDocument,
  records: checkRecordPage,
}

/** Runs every check and prints what each has to say. */
export async function runChecks(): Promise<CheckResult[]> {
  // At once: each is a program of its own that uses one processor.
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const problem = await check()
      console.log(problem ? `✗ ${name}\n${problem}` : `✓ ${name}`)
      return { name, passed: !problem }
    }),
  )
}

function run(script: string, args: string[]): Promise<string> {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules', script), ...args],
      options,
      (error, stdout, stderr) => {
        resolve(error ? `${stdout}${stderr}`.trim() || error.message : '')
      },
    )
  })
}

interface Lock {
  packages: Record<string, { link?: boolean; integrity?: string; version?: string }>
}

/** Every package is pinned by content: a registry that serves other bytes is noticed. */
function checkLock(): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity)
    .map(([path]) => `${path} has no integrity`)
    .join('\n')
}

async function checkDocument(): Promise<string> {
  const isCurrent = readFileSync(documentFile, 'utf8') === (await documentText())
  return isCurrent ? '' : 'docs/openapi.json is not what the calls are; run npm run openapi'
}

async function checkRecordPage(): Promise<string> {
  const isCurrent = readFileSync(recordPageFile, 'utf8') === (await recordPageText())
  return isCurrent ? '' : 'docs/records.md is not what the import declares; run npm run records'
}

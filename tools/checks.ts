import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrokenImports } from './boundaries.ts'
import { measureRooms, roomsOverBudget } from './budget.ts'
import { commitFaults } from './commits.ts'
import { outdatedDocuments } from './generated-documents.ts'
import { brokenLinks } from './links.ts'
import { canLint, lintMigrations } from './lint-migrations.ts'
import { forbiddenNames } from './names.ts'

export interface CheckResult {
  name: string
  passed: boolean
}

const root = import.meta.portalRoot

/** Returns the problems, or an empty text. The text is printed unchanged. */
type Check = () => string | Promise<string>

const checks: Record<string, Check> = {
  types: () => run('typescript/bin/tsc', ['-p', 'tsconfig.json']),
  lint: () => run('oxlint/bin/oxlint', ['--type-aware', '--quiet', '.']),
  format: () => run('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  boundaries: () => findBrokenImports(root).join('\n'),
  'lock file': checkLock,
  migrations: checkMigrations,
  documents: checkDocuments,
  budgets: () => roomsOverBudget(measureRooms(root)).join('\n'),
  commits: () => commitFaults(root).join('\n'),
  names: () => forbiddenNames(root).join('\n'),
}

export async function runChecks(): Promise<CheckResult[]> {
  // Run in parallel, because each check is a separate program that uses one processor.
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

async function checkMigrations(): Promise<string> {
  if (canLint) return lintMigrations(join(root, 'apps/server/migrations'))
  console.log('  migrations are not checked: Squawk is not installed for this platform')
  return ''
}

interface Lock {
  packages: Record<string, { link?: boolean; integrity?: string; version?: string }>
}

/** Checks that every package is pinned by its content, so that a registry cannot serve other bytes. */
function checkLock(): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity)
    .map(([path]) => `${path} has no integrity`)
    .join('\n')
}

async function checkDocuments(): Promise<string> {
  const files = await outdatedDocuments()
  return [
    ...files.map((file) => `${file} is out of date; run npm run documents`),
    ...brokenLinks(root),
  ].join('\n')
}

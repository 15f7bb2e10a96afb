import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  worksConcurrently,
  readMigrations,
  type Migration,
} from '../apps/server/src/platform/database/migrate.ts'

/** The migrator limits how long a file waits for locks; a 32-bit count is used where it is large enough. */
const unneeded = ['require-lock-timeout', 'require-statement-timeout', 'prefer-bigint-over-int']

const squawk = join(import.meta.portalRoot, 'node_modules/@squawk-cli/linux-x64/bin/squawk')

/** Squawk is a separate program for each platform; the one for 64-bit Linux is installed where it can run. */
export const canLint = existsSync(squawk)

/**
 * Returns what in the SQL files of a folder would block a portal in use or break the previous release: an index, a key or
 * a `not null` that is checked under a lock, or a column that the previous release does not write (decision 0079).
 */
export async function lintMigrations(folder: string): Promise<string> {
  const migrations = await readMigrations(folder)
  const concurrent = migrations.filter(({ text }) => worksConcurrently(text))
  const others = migrations.filter((one) => !concurrent.includes(one))
  const found = await Promise.all([
    lint(folder, others, '--assume-in-transaction'),
    lint(folder, concurrent, '--no-assume-in-transaction'),
  ])
  return found.filter(Boolean).join('\n')
}

function lint(folder: string, files: Migration[], transaction: string): Promise<string> {
  if (files.length === 0) return Promise.resolve('')
  const paths = files.map(({ name }) => join(folder, name))
  const options = ['--reporter', 'gcc', '--pg-version', '15', transaction]
  const args = [...options, ...unneeded.flatMap((rule) => ['--exclude', rule]), ...paths]
  return new Promise((resolve) => {
    execFile(squawk, args, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}`.trim() || error.message : ''),
    )
  })
}

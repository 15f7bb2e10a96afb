import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { ensurePostgres15 } from '../../../tools/ensure-postgres-15.ts'
import type { CommandAnswer } from './command-line.ts'

/**
 * Returns the code blocks of a language below a heading of docs/operations.md, in order: tests run
 * the documented commands.
 */
export function documentedCommands(heading: string, language: 'sh' | 'sql'): string[] {
  const text = readFileSync(join(import.meta.portalRoot, 'docs/operations.md'), 'utf8')
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`))
  if (!section) throw new Error(`docs/operations.md has no section "${heading}"`)
  // Blocks in a list are indented.
  const block = new RegExp(`^( *)\`\`\`${language}\\n([^]*?)\\n *\`\`\`$`, 'gm')
  return [...section.matchAll(block)].map(([, indent = '', code = '']) =>
    code
      .split('\n')
      .map((line) => line.slice(indent.length))
      .join('\n'),
  )
}

/** Runs documented commands with the tools of PostgreSQL 15, from the built command line. */
export function runDocumented(
  commands: string,
  env: Record<string, string>,
  cwd: string,
  input = '',
): Promise<CommandAnswer> {
  const portal = `"${process.execPath}" "${inject('commandLineBundle')}"`
  const script = commands.replaceAll('npm run portal --', portal)
  const path = `${ensurePostgres15()}:${process.env['PATH']}`
  return new Promise((resolve) => {
    const options = { cwd, env: { ...env, PATH: path } }
    const child = execFile('/bin/sh', ['-c', script], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out, err })
    })
    child.stdin?.end(input)
  })
}

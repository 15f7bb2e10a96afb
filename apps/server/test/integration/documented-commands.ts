import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { ensurePostgres15 } from '../../../../tools/ensure-postgres-15.ts'
import type { CommandAnswer } from './command-line.ts'

export interface DocumentedBlock {
  /** The `##` heading above the block. */
  heading: string
  /** `sh`, `sql`, or empty. */
  language: string
  code: string
}

/** Returns the code blocks of a document, in order, without their indentation. */
export function documentedBlocks(
  file: 'README.md' | 'docs/operations.md' | 'docs/integration.md',
): DocumentedBlock[] {
  const text = readFileSync(join(import.meta.portalRoot, file), 'utf8')
  return text.split(/^## /m).flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'))
    // Blocks in a list are indented.
    return [...section.matchAll(/^( *)```(\w*)\n([^]*?)\n *```$/gm)].map(
      ([, indent = '', language = '', code = '']) => ({
        heading,
        language,
        code: code
          .split('\n')
          .map((line) => line.slice(indent.length))
          .join('\n'),
      }),
    )
  })
}

/**
 * Returns the code blocks of a language below a heading of docs/operations.md, in order: tests run
 * the documented commands.
 */
export function documentedCommands(heading: string, language: 'sh' | 'sql' | ''): string[] {
  const blocks = documentedBlocks('docs/operations.md').filter((one) => one.heading === heading)
  if (blocks.length === 0) throw new Error(`docs/operations.md has no commands in "${heading}"`)
  return blocks.filter((one) => one.language === language).map(({ code }) => code)
}

/** Returns a function that docs/integration.md offers to receivers. */
export async function documentedFunction<Offered>(name: string): Promise<Offered> {
  const blocks = documentedBlocks('docs/integration.md')
  const { code } = blocks.find((one) => one.code.includes(`function ${name}(`))!
  const module = encodeURIComponent(`${code}\nexport { ${name} }`)
  const offered = (await import(`data:text/javascript,${module}`)) as Record<string, Offered>
  return offered[name]!
}

/**
 * Creates the roles and the database with the documented statements. `passwords` has the passwords of roles by name; other
 * roles get the password of the document.
 */
export async function createDocumentedRoles(
  adminUrl: string,
  passwords: Record<string, string> = {},
): Promise<void> {
  const [statements = '', within = ''] = documentedCommands("The database's roles", 'sql')
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  // One by one: `create database` must be the only statement of a query.
  for (const statement of statements.split(';\n').filter((text) => text.trim())) {
    const [, role = ''] = /^create role (\w+)/.exec(statement) ?? []
    await admin.query(statement.replace('…', passwords[role] ?? '…'))
  }
  await admin.end()
  const portal = new pg.Client({ connectionString: new URL('/portal', adminUrl).href })
  await portal.connect()
  await portal.query(within)
  await portal.end()
}

/** Runs documented commands with the tools of PostgreSQL 15, from the built command line. */
export function runDocumented(
  commands: string,
  env: Record<string, string>,
  cwd: string,
  input = '',
): Promise<CommandAnswer> {
  const portal = `"${process.execPath}" "${inject('commandLineBundle')}"`
  return runShell(commands.replaceAll('npm run portal --', portal), env, cwd, input)
}

/** Runs commands as an operator types them, with the tools of PostgreSQL 15. */
export function runShell(
  script: string,
  env: Record<string, string>,
  cwd: string,
  input = '',
): Promise<CommandAnswer> {
  const path = `${ensurePostgres15()}:${process.env['PATH']}`
  return new Promise((resolve) => {
    const options = { cwd, env: { ...env, PATH: path } }
    const child = execFile('/bin/sh', ['-c', script], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out, err })
    })
    child.stdin?.end(input)
  })
}

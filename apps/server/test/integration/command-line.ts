import { execFile } from 'node:child_process'
import { Readable } from 'node:stream'
import { format } from 'node:util'
import { inject } from 'vitest'
import { runCommand } from '../../src/commands/run-command.ts'

export interface CommandAnswer {
  code: number
  out: string
  err: string
}

type Environment = Record<string, string>

const surroundings = (env: Environment) => ({
  PATH: process.env['PATH'],
  INIT_CWD: env['PORTAL_DATA_DIR'],
  ...env,
})

/** Runs a command in this process with a separate environment, input and output: a program costs half a second. */
export async function portal(args: string[], env: Environment, input = ''): Promise<CommandAnswer> {
  const printed = { out: '', err: '' }
  const collect =
    (stream: keyof typeof printed, end = '') =>
    (...values: unknown[]) => {
      printed[stream] += `${format(...values)}${end}`
      return true
    }
  const before = {
    env: process.env,
    stdin: process.stdin,
    out: process.stdout.write,
    err: process.stderr.write,
    console: { ...console },
  }
  process.env = surroundings(env)
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
  process.stdout.write = collect('out')
  process.stderr.write = collect('err')
  Object.assign(console, { log: collect('out', '\n'), error: collect('err', '\n') })
  try {
    return { code: await runCommand(args), ...printed }
  } finally {
    process.env = before.env
    Object.defineProperty(process, 'stdin', { value: before.stdin, configurable: true })
    process.stdout.write = before.out
    process.stderr.write = before.err
    Object.assign(console, before.console)
  }
}

/** Runs the command line as a separate process, as people do. */
export function portalProgram(
  args: string[],
  env: Environment,
  input = '',
): Promise<CommandAnswer> {
  return new Promise((resolve) => {
    const options = { env: surroundings(env), cwd: import.meta.portalRoot }
    const command = [inject('commandLineBundle'), ...args]
    const child = execFile(process.execPath, command, options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
    child.stdin?.end(input)
  })
}

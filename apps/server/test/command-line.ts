import { execFile } from 'node:child_process'
import { inject } from 'vitest'

export interface CommandAnswer {
  code: number
  out: string
  err: string
}

/** Runs the command line as a separate process, as people do. */
export function portal(
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandAnswer> {
  return new Promise((resolve) => {
    const given = { PATH: process.env['PATH'], INIT_CWD: env['PORTAL_DATA_DIR'], ...env }
    const options = { env: given, cwd: import.meta.portalRoot }
    const command = [inject('commandLineBundle'), ...args]
    const child = execFile(process.execPath, command, options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
    child.stdin?.end(input)
  })
}

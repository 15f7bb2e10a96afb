import { parseArgs, type ParseArgsConfig } from 'node:util'

/** A command of `npm run portal -- …`. */
export interface Command {
  /** The arguments as shown in the usage line. */
  usage: string
  summary: string
  /** Runs the command and returns the exit code: 0 for done, 1 for refused or failed. */
  run(args: string[]): Promise<number>
}

/** The arguments are invalid; the usage is printed and the exit code is 2. */
export class UsageProblem extends Error {
  override name = 'UsageProblem'
}

/** Reads options, and the other arguments in their order. */
export const readArgs = <T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
) => parseArgs({ args, allowPositionals: true, options })

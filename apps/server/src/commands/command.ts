/** One word of `npm run portal -- …`. */
export interface Command {
  /** Arguments, as the usage line shows them. */
  usage: string
  summary: string
  /** Does it and answers the exit code: 0 done, 1 refused or failed. */
  run(args: string[]): Promise<number>
}

/** The arguments make no sense; the command's usage is printed and the exit code is 2. */
export class UsageProblem extends Error {
  override name = 'UsageProblem'
}

import { inject } from 'vitest'
import { forkReady } from '../processes/fork-ready.ts'

/** The simulated providers: sign-in, cards and mail, in one process. */
export interface Providers {
  cardsOrigin: string
  /** Kills all providers at once; their data stays. */
  kill(): Promise<void>
  /** Makes them hang: they accept connections and never respond, until `resume`. */
  hang(): void
  resume(): void
}

/** Starts the sandbox of the documents ("A rehearsal") on five ports from `port` on. */
export async function startProviders(
  port: number,
  env: Record<string, string>,
): Promise<Providers> {
  const { child, ended } = await forkReady(
    inject('sandboxBundle'),
    { PATH: process.env['PATH'], ...env, PORT: String(port - 1) },
    'sandbox',
  )
  return {
    cardsOrigin: `http://localhost:${port + 1}`,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    hang: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inject } from 'vitest'

/** The addresses of the simulated providers: sign-in, cards, page of mails, SMTP. */
export interface Providers {
  cardsOrigin: string
  mailOrigin: string
  /** Kills all of them at once; what they stored stays. */
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
  const child = fork(inject('sandboxBundle'), {
    env: { PATH: process.env['PATH'], ...env, PORT: String(port - 1) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('the providers did not start'))),
  ])
  return {
    cardsOrigin: `http://localhost:${port + 1}`,
    mailOrigin: `http://localhost:${port + 2}`,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    hang: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  }
}

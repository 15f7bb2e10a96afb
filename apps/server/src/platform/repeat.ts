import { setTimeout as sleep } from 'node:timers/promises'

export interface TimedWork {
  name: string
  everySeconds: number
  /** Answers how much it did; a full round is followed by another at once. Ends early after the signal. */
  run: (signal: AbortSignal) => Promise<number>
}

/**
 * Runs each work again and again until the signal; a failing round is logged and tried again later. What
 * must happen once is decided by rows and their leases, never by how many processes run this.
 */
export async function repeat(
  works: readonly TimedWork[],
  log: { error: (details: object, message: string) => void },
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    works.map(async ({ name, everySeconds, run }) => {
      while (!signal.aborted) {
        const done = await run(signal).catch((error: unknown) => {
          log.error({ err: error, work: name }, 'timed work failed')
          return 0
        })
        if (!done) await sleep(everySeconds * 1000, undefined, { signal }).catch(() => {})
      }
    }),
  )
}

import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { traced, type Log } from '../log/trace.ts'

export interface TimedWork {
  name: string
  everySeconds: number
  /** Returns how much was done; after a full round the next one starts at once. Ends early after the signal. */
  run: (signal: AbortSignal) => Promise<number>
  /** Runs after the last round. */
  end?: () => Promise<void>
}

/** The state of a process's jobs: when each last succeeded, and how often it failed. */
export class WorkRecord {
  readonly lastSuccess = new Map<string, Date>()
  readonly failures = new Map<string, number>()
}

/**
 * Runs each job repeatedly until the signal; a failing round is logged and retried later. Rows and their leases ensure
 * that an effect happens once; the number of processes does not matter.
 */
export async function repeat(
  works: readonly TimedWork[],
  log: Log & { child?: FastifyBaseLogger['child'] },
  signal: AbortSignal,
  record = new WorkRecord(),
): Promise<void> {
  // Every sleeping job listens to the signal.
  setMaxListeners(works.length + 10, signal)
  await Promise.all(
    works.map(async ({ name, everySeconds, run, end }) => {
      while (!signal.aborted) {
        const done = await traced(log, { work: name }, () => run(signal)).then(
          (count) => {
            record.lastSuccess.set(name, new Date())
            return count
          },
          (error: unknown) => {
            log.error({ err: error, work: name }, 'timed work failed')
            record.failures.set(name, (record.failures.get(name) ?? 0) + 1)
            return 0
          },
        )
        if (!done) await sleep(everySeconds * 1000, undefined, { signal }).catch(() => {})
      }
      await end?.().catch((error: unknown) =>
        log.error({ err: error, work: name }, 'the end of timed work failed'),
      )
    }),
  )
}

import type { Deps } from '../../deps.ts'

/** The time limit for work in progress at a stop. The reconciler settles payments that were interrupted. */
const patience = 25_000

/** Aborted when the process is asked to stop, before it finishes its work. */
export const stopping = new AbortController()

/**
 * Ends the process after `finish` if it is asked to stop, if the launcher that started it is gone, or after an uncaught
 * error, which leaves the process in an unknown state. The log distinguishes these. The exit code is 0 only after a
 * requested stop, so that a supervisor restarts the process after an error.
 */
export function onStop(log: Deps['log'], finish: () => Promise<void>): void {
  let failed = false
  const exit = (code: number, message: string) => {
    log.info(message)
    process.exit(code)
  }
  const stop = (reason: string) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    log.info({ reason }, 'Stopping')
    setTimeout(() => exit(1, 'Stopped before the work in progress was finished'), patience).unref()
    finish().then(
      () => (failed ? exit(1, 'Stopped after an uncaught error') : exit(0, 'Stopped')),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  for (const reason of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(reason, () => stop(reason))
  for (const reason of ['uncaughtException', 'unhandledRejection'])
    process.on(reason, (error: unknown) => {
      failed = true
      log.error({ event: 'process.failed', err: error }, 'An uncaught error: this process stops')
      stop(reason)
    })
  process.send?.({ ready: true })
}

import type { Deps } from '../deps.ts'

/** The time limit for work in progress; the reconciler settles payments that are cut off then. */
const patience = 25_000

/** Aborted when the process is asked to stop, before it finishes its work. */
export const stopping = new AbortController()

/**
 * Ends the process after `finish` when it is asked to stop, or when the launcher that started it is
 * gone. The log shows both, to distinguish a stop from a crash.
 */
export function onStop(log: Deps['log'], finish: () => Promise<void>): void {
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
      () => exit(0, 'Stopped'),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  for (const reason of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(reason, () => stop(reason))
  process.send?.({ ready: true })
}

/**
 * An uncaught error leaves the process in an unknown state: log it, and let the supervisor restart
 * it.
 */
export function stopOnFatalError(log: Deps['log']): void {
  const fatal = (error: unknown) => {
    log.error({ err: error }, 'fatal error')
    process.kill(process.pid, 'SIGTERM')
  }
  process.on('unhandledRejection', fatal)
  process.on('uncaughtException', fatal)
}

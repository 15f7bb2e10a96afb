import type { Deps } from '../deps.ts'

/** The time limit for work in progress; the reconciler settles payments that are cut off then. */
const patience = 25_000

/** Aborted when the process is asked to stop, before it finishes its work. */
export const stopping = new AbortController()

/**
 * Ends the process after `finish` when it is asked to stop, or when the launcher that started it is
 * gone.
 */
export function onStop(finish: () => Promise<void>): void {
  const stop = () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    setTimeout(() => process.exit(1), patience).unref()
    finish().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
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

import type { Deps } from '../deps.ts'

/** Longest time for what is under way; a payment cut off then is settled by the reconciler. */
const patience = 25_000

/** Raised when the process is asked to stop, before it finishes what is under way. */
export const stopping = new AbortController()

/** Ends the process after `finish` when it is asked to stop, or when the launcher that started it is gone. */
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

/** A bug nobody caught leaves the process in an unknown state: log it and let the supervisor start anew. */
export function stopOnFatalError(log: Deps['log']): void {
  const fatal = (error: unknown) => {
    log.error({ err: error }, 'fatal error')
    process.kill(process.pid, 'SIGTERM')
  }
  process.on('unhandledRejection', fatal)
  process.on('uncaughtException', fatal)
}

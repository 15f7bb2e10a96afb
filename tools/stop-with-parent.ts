/**
 * Calls `stop` after the parent of this process has ended. `npm start` runs in a shell, and a SIGTERM to npm ends that
 * shell without reaching this process.
 */
export function stopWithParent(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 500).unref()
}

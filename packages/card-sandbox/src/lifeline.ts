import { fstatSync } from 'node:fs'

/** Calls back once when this process receives a signal to end, or when its parent process has ended. */
export function onEnd(end: () => void) {
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  if (process.channel) process.once('disconnect', end)
  else if (isPipe(0)) process.stdin.once('end', end).once('error', end).resume()
}

/** Only a pipe closes when the parent process ends; a terminal or /dev/null does not. */
function isPipe(descriptor: number) {
  try {
    const stat = fstatSync(descriptor)
    return stat.isFIFO() || stat.isSocket()
  } catch {
    return false
  }
}

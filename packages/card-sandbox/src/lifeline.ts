import { fstatSync } from 'node:fs'

/** Calls back once when this process is told to end, or when the one that started it is gone. */
export function onEnd(end: () => void) {
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  if (process.channel) process.once('disconnect', end)
  else if (isPipe(0)) process.stdin.once('end', end).once('error', end).resume()
}

/** A terminal or /dev/null says nothing about the parent; only a pipe closes with it. */
function isPipe(descriptor: number) {
  try {
    const stat = fstatSync(descriptor)
    return stat.isFIFO() || stat.isSocket()
  } catch {
    return false
  }
}

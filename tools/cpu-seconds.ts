import { readFileSync } from 'node:fs'

/** The number of the kernel's clock ticks per second, which Linux has fixed for programs. */
const ticksPerSecond = 100

/**
 * Returns the processor time in seconds of this process and of all its descendants that have ended; undefined on systems
 * other than Linux.
 */
export function cpuSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined
  // After the name of the program, which may contain blanks: utime, stime, cutime, cstime are fields 14 to 17 of proc(5).
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

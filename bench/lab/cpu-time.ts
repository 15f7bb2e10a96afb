import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ticksPerSecond = 100
/** Only Linux reports the processor time of other processes; elsewhere it is 0. */
export const canMeasureCpu = process.platform === 'linux'

/** Returns the processor time of a process and its ended children, in milliseconds. */
export function cpuTime(pid: number): number {
  if (!canMeasureCpu) return 0
  const ticks = statOf(pid).slice(11, 15).map(Number)
  return (ticks.reduce((sum, count) => sum + count, 0) / ticksPerSecond) * 1000
}

/** Returns the processor time of the PostgreSQL server on a data folder, of all connections together. */
export function databaseCpuTime(dataFolder: string): number {
  if (!canMeasureCpu) return 0
  const server = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === server)
    .reduce((sum, pid) => sum + cpuTime(pid), cpuTime(server))
}

const parentOf = (pid: number) => Number(statOf(pid)[1])

/** Returns the fields from the state on, because the preceding name may contain any text. Empty if the process has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

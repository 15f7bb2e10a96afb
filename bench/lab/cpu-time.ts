import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ticksPerSecond = 100

/** Processor time of a process so far, in milliseconds; only Linux tells it of others. */
export function cpuTime(pid: number): number {
  const stat = statOf(pid)
  return ((Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) / ticksPerSecond) * 1000
}

/** Of the server on a data folder, all connections together; those that ended meanwhile are left out. */
export function databaseCpuTime(dataFolder: string): number {
  const server = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === server)
    .reduce((sum, pid) => sum + cpuTime(pid), 0)
}

const parentOf = (pid: number) => Number(statOf(pid)[1])

/** From the state on: the name before it may hold anything. A process that ended has nothing to tell. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

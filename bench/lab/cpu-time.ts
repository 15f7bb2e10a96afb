import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ticksPerSecond = 100
/** Only Linux tells it of others; of them it is 0 elsewhere. */
export const canTellCpu = process.platform === 'linux'

/** Processor time of a process and its children that ended, in milliseconds. */
export function cpuTime(pid: number): number {
  if (!canTellCpu) return 0
  const ticks = statOf(pid).slice(11, 15).map(Number)
  return (ticks.reduce((sum, count) => sum + count, 0) / ticksPerSecond) * 1000
}

/** Of the server on a data folder, all connections together. */
export function databaseCpuTime(dataFolder: string): number {
  if (!canTellCpu) return 0
  const server = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === server)
    .reduce((sum, pid) => sum + cpuTime(pid), cpuTime(server))
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

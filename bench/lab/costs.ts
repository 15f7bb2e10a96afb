import { cpuTime, databaseCpuTime } from './cpu-time.ts'

export interface Costs {
  /** Requests per second. */
  rate: number
  /** Processor time per request in microseconds; 0 where it cannot be known. */
  node: number
  database: number
}

/** What a second of load costs the processors, beside what it gets done. */
export async function costsOf(
  serverPid: number,
  dataFolder: string,
  load: () => Promise<{ rate: number; requests: number }>,
): Promise<Costs> {
  const [node, database] = [cpuTime(serverPid), databaseCpuTime(dataFolder)]
  const { rate, requests } = await load()
  return {
    rate,
    node: ((cpuTime(serverPid) - node) / requests) * 1000,
    database: ((databaseCpuTime(dataFolder) - database) / requests) * 1000,
  }
}

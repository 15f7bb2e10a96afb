import { cpuTime, databaseCpuTime } from './cpu-time.ts'

export interface Costs {
  /** Requests per second. */
  rate: number
  /** Processor time per request in microseconds; 0 if it is not available. */
  node: number
  database: number
}

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

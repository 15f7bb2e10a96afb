import { BareCopy } from '../data/bare-copy.ts'
import { importRealSet } from '../data/real-set.ts'
import { canMeasureCpu, databaseCpuTime } from '../lab/cpu-time.ts'
import type { Lab } from '../lab/lab.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, seconds, timed } from '../report/rounds.ts'

const memoryLimit = 300

interface Taken {
  time: number
  /** Processor time of the process and, if available, of PostgreSQL. */
  processor: number
  /** Largest resident memory of the process, in MB. */
  memory: number
}

/** Compares the import of 25,900 real invoices with 541,909 lines, from start to end of the command, to plain COPY. */
export async function importSpeed(lab: Lab): Promise<Comparison[]> {
  const { admin } = await lab.realSet()
  const [folder, dataFolder] = [await lab.folder, await lab.databaseFolder]
  const copy = new BareCopy(admin, folder)
  await copy.prepare()
  let round = 0
  const { portal, bare } = await interleave(3, {
    portal: async () => {
      const urls = await lab.empty(`import_${(round += 1)}`)
      return taken(dataFolder, () => importRealSet(urls, folder))
    },
    bare: async () => {
      await copy.empty()
      const before = process.cpuUsage()
      return taken(dataFolder, async () => {
        await copy.run()
        const { user, system } = process.cpuUsage(before)
        return { memory: 0, processor: (user + system) / 1000 }
      })
    },
  })
  const row = (what: string, field: 'time' | 'processor') =>
    compare(
      `import of the real set${what}`,
      portal.map((round) => round[field]),
      'COPY into bare tables',
      bare.map((round) => round[field]),
      seconds,
    )
  const memory = Math.max(...portal.map((round) => round.memory))
  return [
    { ...row('', 'time'), target: { atMost: 7 } },
    ...(canMeasureCpu ? [row(': CPU', 'processor')] : []),
    {
      what: 'memory of the import',
      measured: `${memory.toFixed(0)} MB`,
      comparedWith: `${memoryLimit} MB`,
      ratio: memory / memoryLimit,
      target: { atMost: 1 },
    },
  ]
}

async function taken(
  dataFolder: string,
  work: () => Promise<{ memory: number; processor: number }>,
): Promise<Taken> {
  const before = databaseCpuTime(dataFolder)
  let own = { memory: 0, processor: 0 }
  const time = await timed(async () => (own = await work()))
  return {
    time,
    processor: own.processor + databaseCpuTime(dataFolder) - before,
    memory: own.memory / 1024,
  }
}

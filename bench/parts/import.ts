import { BareCopy } from '../data/bare-copy.ts'
import { hasRealSet, importRealSet } from '../data/real-set.ts'
import type { Lab } from '../lab/lab.ts'
import type { Comparison } from '../report/comparison.ts'
import { interleave, median, medianRatio, seconds, timed } from '../report/rounds.ts'

const memoryLimit = 300

/** 25,900 real invoices with 541,909 lines, from the start of the command to its end, against plain COPY. */
export async function importSpeed(lab: Lab): Promise<Comparison[]> {
  if (!hasRealSet) return lab.skip('import', 'the real set is not here')
  const folder = await lab.folder
  const copy = new BareCopy((await lab.realSet()).admin, folder)
  await copy.prepare()
  const memory: number[] = []
  let round = 0
  const { portal, bare } = await interleave(3, {
    portal: async () => {
      const urls = await lab.empty(`import_${(round += 1)}`)
      return timed(async () => memory.push(await importRealSet(urls, folder)))
    },
    bare: async () => {
      await copy.empty()
      return timed(() => copy.run())
    },
  })
  const largest = Math.max(...memory)
  return [
    {
      what: 'import of the real set',
      measured: seconds(median(portal)),
      comparedWith: `COPY into bare tables ${seconds(median(bare))}`,
      ratio: medianRatio(portal, bare),
      target: { atMost: 4 },
    },
    {
      what: 'memory of the import',
      measured: `${largest.toFixed(0)} MB`,
      comparedWith: `${memoryLimit} MB`,
      ratio: largest / memoryLimit,
      target: { atMost: 1 },
    },
  ]
}

import { buildWhenNeeded } from '../tools/build-portal.ts'
import { hasRealSet } from './data/real-set.ts'
import { Lab } from './lab/lab.ts'
import { autoPay } from './parts/autopay.ts'
import { againstBareServer } from './parts/bare.ts'
import { inBrowser } from './parts/browser.ts'
import { bigCompany } from './parts/big-company.ts'
import { coldList } from './parts/cold-list.ts'
import { importSpeed } from './parts/import.ts'
import { scale } from './parts/scale.ts'
import { statement } from './parts/statement.ts'
import { warmList } from './parts/warm-list.ts'
import type { Comparison } from './report/comparison.ts'
import { machine } from './report/machine.ts'
import { seconds, timed } from './report/rounds.ts'
import { table } from './report/table.ts'

// docs/performance.md says what each of them measures and why.
const parts: Record<string, (lab: Lab) => Promise<Comparison[]>> = {
  'warm list': warmList,
  'cold list': coldList,
  'bare server': againstBareServer,
  import: importSpeed,
  statement,
  'big company': bigCompany,
  autopay: autoPay,
  browser: inBrowser,
  scale,
}

/** The real set is no part of the project; without it all the rest is measured. */
const ofRealSet = ['import', 'statement', 'browser']

const filter = process.argv[2] ?? ''
const wanted = Object.entries(parts).filter(([name]) => name.includes(filter))
if (wanted.length === 0) {
  console.error(`No part is called "${filter}". There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

const lab = new Lab()
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void lab.close().finally(() => process.exit(130))
  })

try {
  await buildWhenNeeded(console.log)
  const before = machine()
  const comparisons: Comparison[] = []
  const time = await timed(async () => {
    for (const [name, measure] of wanted) {
      if (!hasRealSet && ofRealSet.includes(name)) {
        console.log(`… ${name} left out: the real set is not here`)
        continue
      }
      console.log(`… ${name}`)
      comparisons.push(...(await measure(lab)))
    }
  })
  console.log(`\n${table(comparisons)}\n\n${before}; measured in ${seconds(time)}`)
} catch (error) {
  // What was stopped on the way fails; that is no news.
  if (!stopping) console.error(error)
  process.exitCode = 1
} finally {
  if (!stopping) await lab.close()
}

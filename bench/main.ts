import { buildWhenNeeded } from '../tools/build-portal.ts'
import { hasRealSet } from './data/real-set.ts'
import { Lab } from './lab/lab.ts'
import { atScale } from './parts/at-scale.ts'
import { autoPay } from './parts/autopay.ts'
import { againstBareServer } from './parts/bare.ts'
import { inBrowser } from './parts/browser.ts'
import { licenses } from './parts/licenses.ts'
import { changes } from './parts/changes.ts'
import { loading } from './parts/loading.ts'
import { aging } from './parts/aging.ts'
import { bigHistory } from './parts/big-history.ts'
import { coldList } from './parts/cold-list.ts'
import { detail } from './parts/detail.ts'
import { importSpeed } from './parts/import.ts'
import { movements } from './parts/movements.ts'
import { people } from './parts/people.ts'
import { scale } from './parts/scale.ts'
import { spend } from './parts/spend.ts'
import { statement } from './parts/statement.ts'
import { warmList } from './parts/warm-list.ts'
import { weight } from './parts/weight.ts'
import type { Comparison } from './report/comparison.ts'
import { machine } from './report/machine.ts'
import { seconds, timed } from './report/rounds.ts'
import { table } from './report/table.ts'

// docs/performance.md explains what each part measures and why.
const parts: Record<string, (lab: Lab) => Promise<Comparison[]>> = {
  'warm list': warmList,
  'cold list': coldList,
  detail,
  aging,
  'bare server': againstBareServer,
  import: importSpeed,
  statement,
  movements,
  spend,
  'big history': bigHistory,
  autopay: autoPay,
  browser: inBrowser,
  loading,
  licenses,
  changes,
  weight,
  people,
  scale,
  'at-scale': atScale,
}

/** These parts need the real set, which is not part of the project. */
const ofRealSet = ['import', 'statement', 'spend', 'browser', 'people']

const filter = process.argv[2] ?? ''
const wanted = Object.entries(parts).filter(([name]) =>
  filter in parts ? name === filter : name.includes(filter),
)
if (wanted.length === 0) {
  console.error(`There is no part "${filter}". The parts are: ${Object.keys(parts).join(', ')}.`)
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
        console.log(`… skipping ${name}: the real set is missing`)
        continue
      }
      console.log(`… ${name}`)
      comparisons.push(...(await measure(lab)))
    }
  })
  console.log(`\n${table(comparisons)}\n\n${before}; measured in ${seconds(time)}`)
} catch (error) {
  // After a stop, errors of interrupted parts are expected.
  if (!stopping) console.error(error)
  process.exitCode = 1
} finally {
  if (!stopping) await lab.close()
}

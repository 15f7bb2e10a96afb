// Takes a random walk through the portal as a person: npm run walk -- --seed N --as NAME --steps N [--phone]
import { parseArgs } from 'node:util'
import { buildWhenNeeded } from '../../tools/build-portal.ts'
import { startBrowser } from '../portal/start-browser.ts'
import { profiles } from './profiles.ts'
import { takeWalk } from './take-walk.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    as: { type: 'string', default: 'luis' },
    steps: { type: 'string', default: '40' },
    phone: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const steps = Number(values.steps)
if (!Number.isInteger(seed) || !(steps > 0) || !(values.as in profiles))
  throw new Error(
    `Usage: npm run walk -- [--seed N] [--as ${Object.keys(profiles).join('|')}] [--steps N] [--phone]`,
  )

await buildWhenNeeded(console.log)
const browser = await startBrowser()
try {
  const trip = { seed, as: values.as, steps, isPhone: values.phone }
  const wrong = await takeWalk(browser.wsEndpoint(), trip, console.log)
  console.log(
    wrong ? `\n${wrong}` : `\nSeed ${seed}: ${steps} steps as ${values.as}, nothing wrong.`,
  )
  process.exitCode = wrong ? 1 : 0
} finally {
  await browser.close()
}
// The connection of the walk to its browser would keep the process running.
process.exit()

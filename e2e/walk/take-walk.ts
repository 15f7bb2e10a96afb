import { startPortal } from '../portal/start-portal.ts'
import { profiles } from './profiles.ts'
import { walk } from './walk.ts'
import { World } from './world.ts'

export interface Trip {
  seed: number
  /** A name of `profiles`. */
  as: string
  steps: number
  isPhone: boolean
}

/** The command that repeats the walk. */
export const commandOf = ({ seed, as, steps, isPhone }: Trip) =>
  `npm run walk -- --seed ${seed} --as ${as} --steps ${steps}${isPhone ? ' --phone' : ''}`

/** Walks through a separate portal, so that the same seed finds the same data. Returns the faults. */
export async function takeWalk(
  browser: string,
  trip: Trip,
  say: (line: string) => void = () => {},
): Promise<string | undefined> {
  const { seed, as, steps, isPhone } = trip
  const person = profiles[as]
  if (!person) throw new Error(`The walk knows ${Object.keys(profiles).join(', ')}.`)
  const portal = await startPortal({ CARDS_STATE: 'memory' })
  try {
    const world = new World(portal, person)
    const picture = `e2e/shots/walk/${as}-${seed}${isPhone ? '-phone' : ''}.png`
    const start = await world.firstAddress(seed)
    const lines: string[] = []
    const keep = (line: string) => {
      lines.push(line)
      say(line)
    }
    const faults = await walk(browser, world, { seed, steps, isPhone, start, picture }, keep)
    if (faults.length === 0) return undefined
    const last = lines.slice(-12).join('\n')
    return `${commandOf(trip)}\n${faults.join('\n')}\n\nThe last steps:\n${last}\n\nPicture: ${picture}`
  } finally {
    await portal.stop()
  }
}

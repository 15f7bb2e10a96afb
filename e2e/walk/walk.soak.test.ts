import { expect, test } from 'vitest'
import { testSeed } from '../../tools/random-tests.ts'
import { browser } from '../browser.ts'
import { profiles } from './profiles.ts'
import { commandOf, takeWalk } from './take-walk.ts'

const seed = testSeed
const steps = Number(process.env['WALK_STEPS'] ?? 18)

for (const [place, as] of Object.keys(profiles).entries()) {
  if ((place + seed) % 2) continue
  // Four consecutive seeds try every person on both devices.
  const trip = { seed, as, steps, isPhone: Math.floor((place + seed) / 2) % 2 === 1 }
  test(
    `a random walk finds no fault: ${commandOf(trip)}`,
    { timeout: 120_000 + steps * 8000 },
    async () => {
      const wrong = await takeWalk(browser, trip)
      expect(wrong, wrong).toBeUndefined()
    },
  )
}

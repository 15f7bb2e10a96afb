import { expect, test } from 'vitest'
import { testSeed } from '../../tools/test-seed.ts'
import { browser } from '../browser.ts'
import { profiles } from './profiles.ts'
import { commandOf, takeWalk } from './take-walk.ts'

const seed = testSeed
const steps = Number(process.env['WALK_STEPS'] ?? 30)

for (const [place, as] of Object.keys(profiles).entries()) {
  // Alternating, so that two consecutive seeds try every person on both devices.
  const trip = { seed, as, steps, isPhone: (place + seed) % 2 === 1 }
  test(
    `nothing is wrong on a random walk: ${commandOf(trip)}`,
    { timeout: 120_000 + steps * 8000 },
    async () => {
      const wrong = await takeWalk(browser, trip)
      expect(wrong, wrong).toBeUndefined()
    },
  )
}

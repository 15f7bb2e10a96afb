import { expect, test } from 'vitest'
import { browser } from '../browser.ts'
import { profiles } from './profiles.ts'
import { commandOf, takeWalk } from './take-walk.ts'

const { TEST_SEED, WALK_STEPS } = process.env
const seed = Number(TEST_SEED ?? Date.now() % 1_000_000)
const steps = Number(WALK_STEPS ?? 40)

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

import { test } from 'vitest'
import { isTried } from '../tools/test-seed.ts'
import { expectSound } from './expect-sound.ts'
import { desktop, phone } from './open-visit.ts'
import { layers } from './screens.ts'

// Eight consecutive seeds try each layer on both devices.
for (const [place, layer] of layers.entries()) {
  if (!isTried(place, 4)) continue
  const size = isTried(place, 8) ? desktop : phone
  test(`${layer.name}: WCAG 2.2 AA at ${size.width} px, light and dark`, () =>
    expectSound(layer, [size]))
}

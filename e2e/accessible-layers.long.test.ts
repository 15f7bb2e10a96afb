import { test } from 'vitest'
import { isTried } from '../tools/test-seed.ts'
import { expectSound } from './expect-sound.ts'
import { desktop, phone } from './open-visit.ts'
import { layers } from './screens.ts'

// The next seed tries each layer on the other device.
for (const [place, layer] of layers.entries()) {
  const size = isTried(place, 2) ? desktop : phone
  test(`${layer.name}: WCAG 2.2 AA at ${size.width} px, light and dark`, () =>
    expectSound(layer, [size]))
}

import { test } from 'vitest'
import { expectSound } from './expect-sound.ts'
import { desktop, phone } from './open-visit.ts'
import { layers } from './screens.ts'

for (const layer of layers)
  test(`${layer.name}: WCAG 2.2 AA on desktop and phone, light and dark`, () =>
    expectSound(layer, [desktop, phone]))

import { expect, test } from 'vitest'
import { layerFaults } from './layer-faults.ts'
import { layers } from './screens.ts'

test.each(layers)(
  '$name: WCAG 2.2 AA on desktop and phone, light and dark, for a finger and at 320 px',
  async (layer) => expect(await layerFaults(layer)).toEqual([]),
)

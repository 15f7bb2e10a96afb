import { test } from 'vitest'
import { expectSound } from './expect-sound.ts'
import { layers } from './screens.ts'

test.each(layers)(
  '$name: WCAG 2.2 AA on desktop and phone, light and dark, for a finger and at 320 px',
  expectSound,
)

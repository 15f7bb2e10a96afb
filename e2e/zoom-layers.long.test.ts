import { expect, test } from 'vitest'
import { isTried } from '../tools/test-seed.ts'
import { desktop } from './open-visit.ts'
import { layers } from './screens.ts'
import { looks, unfit, visitWith } from './unusual-looks.ts'

// Opened in a usual window, then zoomed: so do users, and the steps to open a layer differ in small windows.
for (const [place, layer] of layers.entries())
  for (const [nth, look] of looks.entries()) {
    if (!isTried(place + 4 * nth, 4 * looks.length)) continue
    test(`${look.what}, "${layer.name}" is whole`, async () => {
      const page = await visitWith({ ...look, viewport: desktop }, layer)
      await layer.open?.(page)
      await layer.shows(page).waitFor()
      await page.setViewportSize(look.viewport)
      await expect.poll(() => unfit(page)).toEqual([])
    })
  }

import { expect, test } from 'vitest'
import { desktop } from './open-visit.ts'
import { layers } from './screens.ts'
import { looks, unfit, visitWith } from './unusual-looks.ts'

// Opened in a usual window, then zoomed: so do users, and the steps to open a layer differ in small windows.
for (const layer of layers)
  for (const look of looks)
    test(`${look.what}, "${layer.name}" is whole`, async () => {
      const page = await visitWith({ ...look, viewport: desktop }, layer)
      await layer.open?.(page)
      await layer.shows(page).waitFor()
      await page.setViewportSize(look.viewport)
      await expect.poll(() => unfit(page)).toEqual([])
    })

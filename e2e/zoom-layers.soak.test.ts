import { expect, test } from 'vitest'
import { desktop } from './open-visit.ts'
import { layers } from './screens.ts'
import { magnifications, unfit, visitWith } from './magnification.ts'

// Opened in a usual window, then zoomed: so do users, and the steps to open a layer differ in small windows.
for (const layer of layers)
  for (const magnification of magnifications)
    test(`${magnification.what}, "${layer.name}" is whole`, async () => {
      const page = await visitWith({ ...magnification, viewport: desktop }, layer)
      await layer.open?.(page)
      await layer.shows(page).waitFor()
      await page.setViewportSize(magnification.viewport)
      await expect.poll(() => unfit(page)).toEqual([])
    })

import { expect } from 'vitest'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { headless, tooSmall, tooWide } from './fits.ts'
import { desktop, narrowest, phone } from './open-visit.ts'
import type { Screen } from './screen.ts'

type Size = typeof desktop

/** Checks a layer by WCAG 2.2 AA, light and dark; on the phone also for touch and at 320 px. */
export async function expectSound(layer: Screen, sizes: readonly Size[]): Promise<void> {
  const found: string[] = []
  for (const size of sizes) {
    const page = await opened(layer, size)
    found.push(...(await violations(page)).map((one) => `${size.width} px, ${one}`))
    if (size !== phone) continue
    found.push(...(await tooSmall(page, 40)), ...(await headless(page)))
    await page.setViewportSize(narrowest)
    await expect.poll(() => tooWide(page), { message: layer.name }).toEqual([])
  }
  expect(found, layer.name).toEqual([])
}

async function opened({ as, at, open, shows }: Screen, viewport: Size) {
  // Elements that are just appearing or disappearing are ignored.
  const settings = { viewport, bypassCSP: true, reducedMotion: 'reduce' } as const
  const { page } = await visit({ as, at, ...settings })
  await open?.(page)
  await shows(page).waitFor()
  return page
}

import { expect } from 'vitest'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { headless, tooSmall, tooWide } from './fits.ts'
import { desktop, narrowest, phone } from './open-visit.ts'
import type { Screen } from './screen.ts'

/** Checks a layer by WCAG 2.2 AA on desktop and phone, light and dark, for touch, and at 320 px. */
export async function expectSound(layer: Screen): Promise<void> {
  let page = await opened(layer, desktop)
  const found: string[] = []
  const look = async (width: number) =>
    found.push(...(await violations(page)).map((one) => `${width} px, ${one}`))
  await look(desktop.width)
  await page.setViewportSize(phone)
  // Some layers close when the window changes its size.
  const isThere = layer.shows(page).waitFor({ timeout: 1000 })
  page = await isThere.then(
    () => page,
    () => opened(layer, phone),
  )
  await look(phone.width)
  found.push(...(await tooSmall(page, 40)), ...(await headless(page)))
  await page.setViewportSize(narrowest)
  await expect.poll(() => tooWide(page), { message: layer.name }).toEqual([])
  expect(found, layer.name).toEqual([])
}

async function opened({ as, at, open, shows }: Screen, viewport: typeof desktop) {
  // Elements that are just appearing or disappearing are ignored.
  const looks = { viewport, bypassCSP: true, reducedMotion: 'reduce' } as const
  const { page } = await visit({ as, at, ...looks })
  await open?.(page)
  await shows(page).waitFor()
  return page
}

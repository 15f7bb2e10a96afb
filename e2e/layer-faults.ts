import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { tooSmall, tooWide } from './fits.ts'
import { desktop, narrowest, phone } from './open-visit.ts'
import type { Screen } from './screens.ts'

/** What a layer does wrong: to WCAG 2.2 AA on desktop and phone, light and dark, to a finger, and at 320 px. */
export async function layerFaults(layer: Screen): Promise<string[]> {
  let page = await opened(layer, desktop)
  const found = await violations(page)
  await page.setViewportSize(phone)
  // Some layers close when the window becomes another one.
  const isThere = layer.shows(page).waitFor({ timeout: 1000 })
  page = await isThere.then(
    () => page,
    () => opened(layer, phone),
  )
  for (const fault of await violations(page)) found.push(`on a phone: ${fault}`)
  found.push(...(await tooSmall(page, 40)))
  await page.setViewportSize(narrowest)
  // What opens and closes with the width takes a moment.
  for (let look = 0; look < 20 && (await tooWide(page)).length > 0; look += 1)
    await page.waitForTimeout(50)
  return [...found, ...(await tooWide(page))]
}

async function opened({ as, at, open, shows }: Screen, viewport: typeof desktop) {
  // What is on its way in or out is neither here nor there.
  const looks = { viewport, bypassCSP: true, reducedMotion: 'reduce' } as const
  const { page, problems } = await visit({ as, at, ...looks })
  // The sandbox's sign-in page has no icon; without its policy the browser looks for one.
  problems.expect(/favicon\.ico/)
  await open?.(page)
  await shows(page).waitFor()
  return page
}

import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { tooSmall, tooWide } from './fits.ts'
import { desktop, narrowest, phone } from './open-visit.ts'
import { layers } from './screens.ts'

for (const { name, as, at, open, shows } of layers)
  test(`${name}: WCAG 2.2 AA on desktop and phone, light and dark, for a finger and at 320 px`, async () => {
    const found: string[] = []
    for (const viewport of [desktop, phone]) {
      // What is on its way in or out is neither here nor there.
      const looks = { viewport, bypassCSP: true, reducedMotion: 'reduce' } as const
      const { page, problems } = await visit({ as, at, ...looks })
      // The sandbox's sign-in page has no icon; without its policy the browser looks for one.
      problems.expect(/favicon\.ico/)
      await open?.(page)
      await shows(page).waitFor()
      found.push(...(await violations(page)).map((one) => `${viewport.width} px, ${one}`))
      if (viewport !== phone) continue
      found.push(...(await tooSmall(page, 40)))
      await page.setViewportSize(narrowest)
      await expect.poll(() => tooWide(page)).toEqual([])
    }
    expect(found).toEqual([])
  })

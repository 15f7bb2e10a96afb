import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { desktop, phone } from './open-visit.ts'
import { layers, pages } from './screens.ts'

for (const { name, as, at, open, shows } of [...pages, ...layers])
  test(`${name} meets WCAG 2.2 AA on desktop and phone, light and dark`, async () => {
    // What is on its way in or out is neither here nor there.
    const looks = { as, at, bypassCSP: true, reducedMotion: 'reduce' } as const
    const found: string[] = []
    for (const viewport of [desktop, phone]) {
      const { page, problems } = await visit({ ...looks, viewport })
      // The sandbox's sign-in page has no icon; without its policy the browser looks for one.
      problems.expect(/favicon\.ico/)
      await open?.(page)
      await shows(page).waitFor()
      found.push(...(await violations(page)).map((one) => `${viewport.width} px, ${one}`))
    }
    expect(found).toEqual([])
  })

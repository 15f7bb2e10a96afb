import { expect, test } from 'vitest'
import { isShared } from '../tools/random-tests.ts'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { follow } from './navigation.ts'
import { desktop, phone } from './open-visit.ts'
import { pages } from './screens.ts'

// The lane tries each page on one device, the soak on both.
for (const person of new Set(pages.map(({ as }) => as)))
  for (const [turn, viewport] of [desktop, phone].entries())
    test(`the pages ${person?.firstName ?? 'a visitor'} opens meet WCAG 2.2 AA at ${viewport.width} px, light and dark`, async () => {
      const settings = { as: person, viewport, bypassCSP: true, reducedMotion: 'reduce' } as const
      const { page } = await visit({ ...settings, at: '/ture' })
      const found: string[] = []
      const theirs = pages.filter(({ as }, place) => as === person && isShared(place + turn, 2))
      for (const { name, at, shows } of theirs) {
        await follow(page, at)
        await shows(page).waitFor()
        found.push(...(await violations(page)).map((one) => `${name}, ${one}`))
      }
      expect(found).toEqual([])
    })

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { visit } from './browser.ts'
import { brokenTexts } from './fits-text.ts'
import { tooWide } from './fits.ts'
import { desktop } from './open-visit.ts'
import type { Person } from './people.ts'

export const looks = [
  { what: 'at 400 % zoom', viewport: { width: 320, height: 256 }, fontSize: 16 },
  { what: 'with the font size of the browser doubled', viewport: desktop, fontSize: 32 },
]
type Look = (typeof looks)[number]

/** A page of the person with that zoom or font size. */
export async function visitWith(
  look: Look,
  { as, at }: { as?: Person | undefined; at: string },
): Promise<Page> {
  const { viewport, fontSize } = look
  const { page, context } = await visit({ as, at, viewport, reducedMotion: 'reduce' })
  const browser = await context.newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: fontSize } })
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  await expect.poll(size).toBe(`${fontSize}px`)
  return page
}

/** What does not fit: the page itself, or texts in it. */
export async function unfit(page: Page): Promise<string[]> {
  return [...(await tooWide(page)), ...(await brokenTexts(page))]
}

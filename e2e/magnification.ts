import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { visit } from './browser.ts'
import { brokenTexts } from './fits-text.ts'
import { tooWide } from './fits.ts'
import { desktop } from './open-visit.ts'
import type { Person } from './people.ts'

export const magnifications = [
  { what: 'at 400 % zoom', viewport: { width: 320, height: 256 }, fontSize: 16 },
  { what: 'with the font size of the browser doubled', viewport: desktop, fontSize: 32 },
]
type Magnification = (typeof magnifications)[number]

/** A page of the person with that zoom or font size. */
export async function visitWith(
  magnification: Magnification,
  { as, at }: { as?: Person | undefined; at: string },
): Promise<Page> {
  const { viewport, fontSize } = magnification
  const { page, context } = await visit({ as, at, viewport, reducedMotion: 'reduce' })
  const browser = await context.newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: fontSize } })
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  await expect.poll(size).toBe(`${fontSize}px`)
  return page
}

/** Returns the parts that do not fit: the page itself, its texts, or the content between the fixed bars. */
export async function unfit(page: Page): Promise<string[]> {
  return [...(await tooWide(page)), ...(await brokenTexts(page)), ...(await bars(page))]
}

/** The bars of the page, if they cover more than half of the window. */
function bars(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // The headings of a list move with its rows.
    const layer = '[role=dialog], [role=alertdialog], [data-side-panel], [data-beside], [role=grid]'
    const found = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => {
      const { position, visibility } = getComputedStyle(one)
      return /fixed|sticky/.test(position) && visibility === 'visible' && !one.closest(layer)
    })
    const heights = found
      .filter((one) => !found.some((other) => other !== one && other.contains(one)))
      .map((one) => [one.className, one.getBoundingClientRect()] as const)
      .filter(
        ([, { width, height, top, bottom }]) =>
          // An element that covers the whole window is the backdrop of a dialog.
          width >= innerWidth * 0.8 && height < innerHeight && top < innerHeight && bottom > 0,
      )
      .map(([name, { height }]) => [name, Math.round(height)] as const)
    const sum = heights.reduce((all, [, height]) => all + height, 0)
    return sum > innerHeight / 2
      ? heights.map(([name, height]) => `bar ${name}: ${height} of ${innerHeight} px`)
      : []
  })
}

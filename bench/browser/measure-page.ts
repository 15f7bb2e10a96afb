import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { median } from '../report/rounds.ts'

declare global {
  interface Window {
    /** bench/browser/meter.js */
    meter: {
      painted: number | undefined
      awaitKey(): void
      /** The time of the last key that was measured. */
      keystroke: Promise<number>
      scroll(frames: number): Promise<number[]>
    }
  }
}

const meter = readFileSync(join(import.meta.portalRoot, 'bench/browser/meter.js'), 'utf8')
const frames = 120

/** All in milliseconds. */
export interface PageTimes {
  keystroke: number
  /** The time between two frames while scrolling. */
  frame: number
  /** The work of the page's main thread for one such frame. */
  frameWork: number
}

/** Opens a page with a list, types `text` into its search field letter by letter, and scrolls. */
export async function measurePage(
  context: BrowserContext,
  address: string,
  text: string,
): Promise<PageTimes> {
  const page = await context.newPage()
  try {
    await page.addInitScript(meter)
    await page.goto(address)
    await page.waitForFunction(() => window.meter.painted !== undefined)
    await page.waitForLoadState('networkidle')
    const keystroke = await typing(page, text)
    return { keystroke, ...(await scrolling(page)) }
  } finally {
    await page.close()
  }
}

async function typing(page: Page, text: string): Promise<number> {
  await page.focus('[data-search]')
  const times: number[] = []
  for (const letter of text) {
    await page.evaluate(() => window.meter.awaitKey())
    await page.keyboard.press(letter)
    times.push(await page.evaluate(() => window.meter.keystroke))
  }
  for (const _ of text) await page.keyboard.press('Backspace')
  await page.waitForTimeout(300)
  return median(times)
}

async function scrolling(page: Page): Promise<Pick<PageTimes, 'frame' | 'frameWork'>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const before = await worked()
  const lengths = await page.evaluate((count) => window.meter.scroll(count), frames)
  return { frame: median(lengths), frameWork: ((await worked()) - before) / frames }
}

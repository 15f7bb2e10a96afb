import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openContext } from './open-browser.ts'

const meter = ['meter.js', 'vitals.js']
  .map((file) => readFileSync(join(import.meta.portalRoot, 'bench/browser', file), 'utf8'))
  .join('\n')

declare global {
  interface Window {
    /** bench/browser/vitals.js */
    vitals: {
      shift: number
      interactions: Map<number, number>
      awaitRows: () => void
      /** The time of the change for which `awaitRows` waited. */
      rows: Promise<number>
    }
  }
}

/** A slow 4G connection: bytes per second, and milliseconds for each request. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

export interface Visit {
  address: string
  headers?: Record<string, string>
  /** The factor by which the processor is slowed down. */
  cpu: number
}

/** In milliseconds, except the layout shift. */
export interface LoadTimes {
  /** The first contentful paint. */
  shell: number
  row: number
  shift: number
}

/** Opens a page with a list on a phone with an empty cache and a slow network, and uses it. */
export async function onPhone<Result>(
  browser: Browser,
  { address, headers, cpu }: Visit,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const context = await openContext(browser, new URL(address).origin, headers, phone)
  try {
    const page = await openThrottled(context, cpu)
    await page.goto(address)
    await page.waitForFunction(() => window.meter.painted !== undefined)
    await page.waitForLoadState('networkidle')
    return await use(page)
  } finally {
    await context.close()
  }
}

export const loadTimes = (page: Page): Promise<LoadTimes> =>
  page.evaluate(() => ({
    shell: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    row: window.meter.painted ?? Number.NaN,
    shift: window.vitals.shift,
  }))

/** Returns the longest interaction while `use` runs, from the input to the next paint. */
export async function longestInteraction(page: Page, use: () => Promise<void>): Promise<number> {
  await page.evaluate(() => window.vitals.interactions.clear())
  await use()
  // The browser reports an interaction after its paint.
  await page.waitForTimeout(700)
  return page.evaluate(() => Math.max(...window.vitals.interactions.values()))
}

async function openThrottled(context: BrowserContext, cpu: number): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(meter)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return page
}

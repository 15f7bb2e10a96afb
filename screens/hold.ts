import type { BrowserContext, Page } from 'playwright-core'

/** Delays the requests that match; returns a function that lets them through. */
export async function hold(where: BrowserContext | Page, url: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await where.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

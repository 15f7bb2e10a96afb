import type { Page } from 'playwright-core'

/** Navigates to a page like a link, without loading the portal again. */
export async function follow(page: Page, path: string): Promise<void> {
  // The router watches the address from then on; the page's own `load` event comes earlier.
  await page.locator('#main').waitFor()
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

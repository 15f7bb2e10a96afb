import type { Page } from 'playwright-core'

/** Navigates to a page like a link, without loading the portal again. */
export async function follow(page: Page, path: string): Promise<void> {
  // From then on the router watches the address; the `load` event of the page is earlier.
  await page.locator('#main').waitFor()
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

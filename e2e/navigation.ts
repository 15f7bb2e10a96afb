import type { Page } from 'playwright-core'

/** Goes to a page as a link would, without loading the portal anew. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
}

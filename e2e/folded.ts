import type { Page } from 'playwright-core'
import { phoneWidth } from '../apps/web/src/ui/widths.ts'

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= phoneWidth

/** Opens the sheet with the filters of a list; a wide page shows them in place. */
export async function openFilters(page: Page) {
  if (isPhone(page)) await page.getByRole('button', { name: /^Filters/ }).click()
}

/** Unfolds the other actions of a page; a wide page shows them in its heading. */
export async function openActions(page: Page) {
  if (isPhone(page)) await page.getByRole('button', { name: 'More actions' }).click()
}

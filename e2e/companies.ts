import type { Page } from 'playwright-core'

/** As a super admin: selects a company in the picker and acts for it. */
export async function chooseCompany(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /Account \d+/ })
    .click()
  await page.getByRole('searchbox', { name: 'Search companies' }).fill(name)
  await page.getByRole('grid', { name: 'Companies' }).getByRole('row', { name }).click()
  await actingBanner(page).getByText(name).waitFor()
}

export function actingBanner(page: Page) {
  return page.getByRole('region', { name: 'Acting for a company' })
}

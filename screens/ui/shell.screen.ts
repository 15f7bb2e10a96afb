import { expect, test } from 'vitest'
import { isFocused } from '../../e2e/is-focused.ts'
import { ana } from '../../e2e/people.ts'
import { userMenu } from '../../e2e/sign-in.ts'
import { screen } from '../screen.ts'

test('the landing page shows the purpose of the portal and that an invitation is required; it keeps the chosen theme', async () => {
  const { page } = await screen({ theme: 'dark' })
  await page.getByRole('heading', { name: 'LICENSING AND BILLING' }).waitFor()
  await page.getByText('Manage your invoices, licenses, TTNET properties, and team.').waitFor()
  await page.getByText('You must be invited by your company admin.').waitFor()
  const footer = page.getByRole('contentinfo')
  await expect
    .poll(() => footer.getByRole('link').allInnerTexts())
    .toEqual(['Legal', 'Privacy', 'Need Help?'])
  await expect.poll(() => footer.innerText()).toContain('Meridian Trading Systems')

  // The theme follows the system until one is chosen, and the choice is kept.
  const theme = () => page.locator('html').getAttribute('data-theme')
  await expect.poll(theme).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(theme).toBe('light')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(theme).toBe('dark')
  await page.reload()
  await page.getByRole('heading', { name: 'LICENSING AND BILLING' }).waitFor()
  await expect.poll(theme).toBe('dark')
})

test('the user menu leads to the account, the shortcuts and sign-out', async () => {
  const { page } = await screen({ as: ana, at: '/invoices' })
  await userMenu(page, ana).click()
  const items = page.getByRole('menuitem')
  await expect
    .poll(() => items.allInnerTexts())
    .toEqual([
      'Account settings',
      'Notifications',
      'Sessions',
      'Keyboard shortcuts',
      'Go to…',
      'Sign Out',
    ])
  const account = page.getByRole('menuitem', { name: 'Account settings' })
  await expect.poll(() => account.getAttribute('href')).toMatch(/^https?:/)
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(userMenu(page, ana))).toBe(true)
})

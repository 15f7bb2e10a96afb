import { openFilters } from './folded.ts'
import type { Page } from 'playwright-core'
import { luis, paula, priya } from './people.ts'
import { byRole, byText, dialog, heading, screenAt, screensAt, type Screen } from './screen.ts'
import { historyList, hint, inviteList, userList } from './team-pages.ts'

const openUser = (name: string) => async (page: Page) => {
  await userList(page).head(name).click()
  await userList(page).box('TTNET').waitFor()
}

const dmitri = screensAt(priya, '/users?q=dmitri')

/** The team pages of a company, with and without an open layer. */
export const teamPages: Screen[] = [
  screenAt('history', luis, '/manage', (page) => historyList(page).rows.first()),
  screenAt(
    'history-none',
    priya,
    '/manage?q=nothing-is-called-this&category=Account&page=2',
    byText('No History Found'),
  ),
  screenAt('users', priya, '/users', (page) => userList(page).head('Dmitri Volkov')),
  screenAt('users-none', priya, '/users?q=nobody-is-called-this', byText('No Users Found')),
  screenAt('invites-none', priya, '/invites?q=nobody-was-invited', byText('No Invites Found.')),
  screenAt('notifications', priya, '/notifications', byText('Always sent')),
  ...['off?accountId=A1&kind=receipts', 'recipient?accountId=A1'].map((link) =>
    screenAt(
      `${link.startsWith('off') ? 'mail' : 'recipient'}-link-invalid`,
      undefined,
      `/notifications/${link}`,
      byText('This link is not valid.'),
    ),
  ),
  screenAt('sessions', priya, '/sessions', byText('This browser')),
  screenAt('confirm', undefined, '/confirm', heading('Invitation Not Found')),
  screenAt('no-permission', paula, '/licenses', byText('Ask for access')),
]

export const teamLayers: Screen[] = [
  dmitri('user', (page) => userList(page).panel, openUser('Dmitri Volkov')),
  dmitri(
    'user-previewed',
    (page) => page.locator('[data-change=added]').first(),
    async (page) => {
      await openUser('Dmitri Volkov')(page)
      await userList(page).box('Manage Users').hover()
      // Touch screens have no hover: the change is tried out instead.
      const tryOut = page.getByRole('switch', { name: 'Try out without saving' })
      if (!(await tryOut.isVisible())) return
      await tryOut.click()
      await userList(page).box('Manage Users').click()
    },
  ),
  screenAt(
    'user-refused',
    priya,
    '/users?q=priya',
    (page) => hint(page, 'You cannot change your own access.'),
    async (page) => {
      await openUser('Priya Raman')(page)
      await userList(page).box('Licenses').hover()
    },
  ),
  dmitri('user-remove', dialog, async (page) => {
    await openUser('Dmitri Volkov')(page)
    await userList(page).panel.getByRole('button', { name: 'Remove User' }).click()
  }),
  screenAt('invite', priya, '/users?invite=open', dialog),
  screenAt('invite-several', priya, '/users?invite=several', byRole('table'), (page) =>
    dialog(page).getByRole('textbox', { name: 'People' }).fill('Ana Kim <ana@new.example>\nEve'),
  ),
  screenAt(
    'invite-wrong',
    priya,
    '/invites?invite=open',
    byText('Please select at least one invoice category.'),
    async (page) => {
      await dialog(page).getByRole('button', { name: 'Invoices', exact: true }).click()
      await dialog(page).getByRole('textbox', { name: 'Email' }).press('Enter')
    },
  ),
  screenAt(
    'history-filters',
    priya,
    '/manage?category=Account',
    byRole('button', 'Clear filters'),
    async (page) => {
      await historyList(page).rows.first().waitFor()
      await openFilters(page)
    },
  ),
  screenAt('invites', priya, '/invites', (page) =>
    inviteList(page).list.or(page.getByText('No Invites Found.')),
  ),
]

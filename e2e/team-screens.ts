import { openFilters } from './folded.ts'
import type { Locator, Page } from 'playwright-core'
import { luis, paula, priya } from './people.ts'
import type { Screen } from './screen.ts'
import { historyList, hint, inviteList, userList } from './team-pages.ts'

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true })
const text = (words: string) => (page: Page) => page.getByText(words).first()
const dialog = (page: Page): Locator => page.getByRole('dialog')

const openUser = (name: string) => async (page: Page) => {
  await userList(page).head(name).click()
  await userList(page).box('TTNET').waitFor()
}

/** The team pages of a company, with and without an open layer. */
export const teamPages: Screen[] = [
  { name: 'history', as: luis, at: '/manage', shows: (page) => historyList(page).rows.first() },
  {
    name: 'history-none',
    as: priya,
    at: '/manage?q=nothing-is-called-this&category=Account&page=2',
    shows: text('No History Found'),
  },
  { name: 'users', as: priya, at: '/users', shows: (page) => userList(page).head('Dmitri Volkov') },
  {
    name: 'users-none',
    as: priya,
    at: '/users?q=nobody-is-called-this',
    shows: text('No Users Found'),
  },
  {
    name: 'invites-none',
    as: priya,
    at: '/invites?q=nobody-was-invited',
    shows: text('No Invites Found.'),
  },
  { name: 'notifications', as: priya, at: '/notifications', shows: text('Always sent') },
  {
    name: 'mail-link-invalid',
    at: '/notifications/off?accountId=A1&kind=receipts',
    shows: text('This link is not valid.'),
  },
  { name: 'sessions', as: priya, at: '/sessions', shows: text('This browser') },
  { name: 'confirm', at: '/confirm', shows: heading('Invitation Not Found') },
  { name: 'no-permission', as: paula, at: '/licenses', shows: text('Ask for access') },
]

export const teamLayers: Screen[] = [
  {
    name: 'user',
    as: priya,
    at: '/users?q=dmitri',
    open: openUser('Dmitri Volkov'),
    shows: (page) => userList(page).panel,
  },
  {
    name: 'user-previewed',
    as: priya,
    at: '/users?q=dmitri',
    open: async (page) => {
      await openUser('Dmitri Volkov')(page)
      await userList(page).box('Manage Users').hover()
      // Touch screens have no hover: the change is tried out instead.
      const tryOut = page.getByRole('switch', { name: 'Try out without saving' })
      if (!(await tryOut.isVisible())) return
      await tryOut.click()
      await userList(page).box('Manage Users').click()
    },
    shows: (page) => page.locator('[data-change=added]').first(),
  },
  {
    name: 'user-refused',
    as: priya,
    at: '/users?q=priya',
    open: async (page) => {
      await openUser('Priya Raman')(page)
      await userList(page).box('Licenses').hover()
    },
    shows: (page) => hint(page, 'You cannot change your own access.'),
  },
  {
    name: 'user-remove',
    as: priya,
    at: '/users?q=dmitri',
    open: async (page) => {
      await openUser('Dmitri Volkov')(page)
      await userList(page).panel.getByRole('button', { name: 'Remove User' }).click()
    },
    shows: dialog,
  },
  { name: 'invite', as: priya, at: '/users?invite=open', shows: dialog },
  {
    name: 'invite-wrong',
    as: priya,
    at: '/invites?invite=open',
    open: async (page) => {
      await dialog(page).getByRole('button', { name: 'Invoices', exact: true }).click()
      await dialog(page).getByRole('textbox', { name: 'Email' }).press('Enter')
    },
    shows: text('Please select at least one invoice category.'),
  },
  {
    name: 'history-filters',
    as: priya,
    at: '/manage?category=Account',
    open: async (page) => {
      await historyList(page).rows.first().waitFor()
      await openFilters(page)
    },
    shows: (page) => page.getByRole('button', { name: 'Clear filters' }),
  },
  {
    name: 'invites',
    as: priya,
    at: '/invites',
    shows: (page) => inviteList(page).list.or(page.getByText('No Invites Found.')),
  },
]

import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { callAs } from './call-as.ts'
import { luis, priya } from './people.ts'
import { signIn, userMenu } from './sign-in.ts'
import { newcomer } from './team-calls.ts'
import { userList } from './team-pages.ts'

const brightwater = '10415'

test('a right that is taken while its page is open: the page gives way to the question for it, and keeps nothing', async () => {
  const nora = await newcomer(priya, 'Nora', 'Vance', ['ManageUsers'])
  const { page, problems } = await visit({ as: nora, at: '/users' })
  problems.expect(/status of 403/)
  const users = userList(page)
  await users.head('Dmitri Volkov').waitFor()
  await callAs(priya, 'post', '/admin/update-user', {
    userId: nora.id,
    accountId: brightwater,
    role: 'User',
    permissions: ['AccessLicenses'],
  })
  // The next thing she does is refused.
  await users.head('Dmitri Volkov').click()
  await users.box('Manage Users').click()
  await page.getByText('This page needs the permission Manage Users').waitFor()
  await page.getByRole('button', { name: /Ask for/ }).waitFor()
  // What she did is still named by the message; the people are gone.
  expect(await page.getByText('dmitri.volkov@').count()).toBe(0)
  expect(await users.search.count()).toBe(0)
  expect(await page.getByRole('link', { name: 'MANAGE' }).count()).toBe(0)
})

test('signing out in one tab, every other tab leaves too', async () => {
  const { page, context } = await visit({ at: '/invoices' })
  await signIn(page, luis)
  await page.getByRole('row', { name: /MTS-/ }).first().waitFor()
  const other = await context.newPage()
  await other.goto(`${portal.origin}/users`)
  await userList(other).search.waitFor()
  await userMenu(page, luis).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await other.getByRole('button', { name: 'SIGN IN' }).waitFor()
  expect(new URL(other.url()).pathname).toBe('/')
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a page whose code cannot be loaded says so in the portal, and opens when the connection is back', async () => {
  const { page, context, problems } = await visit({ as: luis, at: '/invoices' })
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|not loaded/)
  await page.getByRole('row', { name: /MTS-/ }).first().waitFor()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'LICENSES' }).click()
  const text = page.getByText('This page could not be loaded. Check your connection and try again.')
  await text.waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await text.waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { name: 'Licenses', exact: true }).waitFor()
})

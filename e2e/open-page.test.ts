import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { callAs } from './call-as.ts'
import { orders } from './license-pages.ts'
import { luis, priya } from './people.ts'
import { curlew, phalarope } from './records/license-company.ts'
import { sessionOf } from './sessions.ts'
import { signIn, userMenu } from './sign-in.ts'
import { newcomer } from './team-calls.ts'
import { userList } from './team-pages.ts'

const brightwater = '10415'

test('a permission removed while its page is open: the page is replaced by the request for it, and keeps no data', async () => {
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
  // Her next action is refused.
  await users.head('Dmitri Volkov').click()
  await users.box('Manage Users').click()
  await page.getByText('This page needs the permission Manage Users').waitFor()
  await page.getByRole('button', { name: /Ask for/ }).waitFor()
  // The message still names her action; the users are no longer shown.
  expect(await page.getByText('dmitri.volkov@').count()).toBe(0)
  expect(await users.search.count()).toBe(0)
  expect(await page.getByRole('link', { name: 'MANAGE' }).count()).toBe(0)
})

test('signing out in one tab signs out every other tab', async () => {
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

test('a person of another company who signs in in the same browser finds no earlier choices', async () => {
  const { page, context, problems } = await visit({
    as: phalarope.orderers.desktop,
    at: '/licenses',
  })
  // The tab requests the order of the first company before it learns of the new user.
  problems.expect(/status of 403/)
  const { held, heldRow, heldBox, selection, step } = orders(page)
  await heldBox('sam.stays').first().click()
  await selection.getByRole('button', { name: 'Cancel 1 license' }).click()
  await step.waitFor()
  await context.addCookies(await sessionOf(portal.origin, curlew.orderer))
  // Her own tab requests who-am-I again when it gets the focus.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await userMenu(page, curlew.orderer).waitFor()
  await held.locator('[data-index]').first().waitFor()
  expect(await step.count()).toBe(0)
  expect(await selection.count()).toBe(0)
  expect(await heldRow('sam.stays').count()).toBe(0)
})

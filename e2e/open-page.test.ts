import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { callAs } from './call-as.ts'
import { orders } from './license-pages.ts'
import { luis, priya, tom } from './people.ts'
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

test('a page whose code cannot be loaded opens when the server responds again', async () => {
  const { page, context, problems } = await visit({ as: luis, at: '/invoices' })
  // Chromium from 150 on remembers that a part of the page failed: then the page is reloaded once.
  problems.expect(/ERR_FAILED|Failed to fetch|not loaded/)
  await page.getByRole('row', { name: /MTS-/ }).first().waitFor()
  await context.route(/\/(?:assets|health)\//, (route) => route.abort())
  await page.getByRole('link', { name: 'LICENSES' }).click()
  const text = page.getByText('The portal cannot be reached. Trying again…')
  await text.waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await text.waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await context.unroute(/\/(?:assets|health)\//)
  await page.getByRole('heading', { name: 'Licenses', exact: true }).waitFor()
  await text.waitFor({ state: 'detached' })
})

test('a page whose code a new version has replaced is reloaded once, and then says so', async () => {
  const { page, context, problems } = await visit({ as: luis, at: '/invoices' })
  problems.expect(/status of 404|Failed to fetch|not loaded/)
  await page.getByRole('row', { name: /MTS-/ }).first().waitFor()
  await context.route(/\/assets\/(?:Licenses|licenses)/, (route) => route.fulfill({ status: 404 }))
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('link', { name: 'LICENSES' }).click(),
  ])
  await page.getByText('This page could not be loaded.').waitFor()
  await context.unroute(/\/assets\/(?:Licenses|licenses)/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { name: 'Licenses', exact: true }).waitFor()
})

test('a layer whose code cannot be loaded opens when the connection is back, without a reload', async () => {
  const { page, context, problems } = await visit({ as: luis, at: '/licenses?show=orders' })
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await page.getByRole('heading', { name: 'Licenses', exact: true }).waitFor()
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await userMenu(page, luis).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await search.evaluate((input) => input.setAttribute('data-kept', ''))
  await context.setOffline(false)
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await page.locator('[data-kept]').count()).toBe(1)
})

test('an item can be edited without a connection, although the networks cannot be loaded', async () => {
  const { page, context, problems } = await visit({ as: tom, at: '/licenses?show=orders' })
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await page
    .getByRole('button', { name: /^Edit draft P-/ })
    .first()
    .click()
  const edit = page.getByRole('button', { name: /^Edit item 1/ })
  await edit.waitFor()
  await context.setOffline(true)
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Edit Item' })
  const network = dialog.getByRole('combobox', { name: 'Network' })
  await network.click()
  await page.getByRole('option', { name: 'Select Network' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('a person of another company who signs in in the same browser finds nothing that was chosen before', async () => {
  const { page, context, problems } = await visit({
    as: phalarope.orderers.desktop,
    at: '/licenses',
  })
  // The tab asks for the order of the first company, before it knows.
  problems.expect(/status of 403/)
  const { held, heldRow, heldBox, selection, step } = orders(page)
  await heldBox('sam.stays').first().click()
  await selection.getByRole('button', { name: 'Cancel 1 license' }).click()
  await step.waitFor()
  await context.addCookies(await sessionOf(portal.origin, curlew.orderer))
  // Its own tab asks again who is signed in when it gets the focus.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await userMenu(page, curlew.orderer).waitFor()
  await held.locator('[data-index]').first().waitFor()
  expect(await step.count()).toBe(0)
  expect(await selection.count()).toBe(0)
  expect(await heldRow('sam.stays').count()).toBe(0)
})

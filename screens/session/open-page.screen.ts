import { expect, test } from 'vitest'
import { luis, tom } from '../../e2e/people.ts'
import { userMenu } from '../../e2e/sign-in.ts'
import { building } from '../licenses/given-orders.ts'
import { screen } from '../screen.ts'

test('a page whose code cannot be loaded opens when the server responds again', async () => {
  const { page, context, problems } = await screen({ as: luis, at: '/invoices' })
  // Chromium 150 and later remember that a part of the page failed, so the page is reloaded once.
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

test('a page whose code a new version has replaced is reloaded once, and then shows a message', async () => {
  const { page, context, problems } = await screen({ as: luis, at: '/invoices' })
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
  const { page, context, problems } = await screen({ as: luis, at: '/licenses?show=orders' })
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
  const { page, context, problems, desk } = await screen({
    as: tom,
    at: '/licenses?show=orders',
    answers: { keepUnsentOrder: building().kept.keepUnsentOrder },
  })
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await page
    .getByRole('button', { name: /^Edit draft #P-/ })
    .first()
    .click()
  const edit = page.getByRole('button', { name: /^Edit item 1/ })
  await edit.waitFor()
  await expect.poll(() => desk.asked('keepUnsentOrder').length).toBe(1)
  await context.setOffline(true)
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Edit Item' })
  const network = dialog.getByRole('combobox', { name: 'Network' })
  await network.click()
  await page.getByRole('option', { name: 'Select Network' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
})

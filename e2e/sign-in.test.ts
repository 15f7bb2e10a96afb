import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { ana, sam } from './people.ts'
import { chooseAccount, signIn, userMenu } from './sign-in.ts'

test('a visitor signs in from the landing page and lands on a page they may use', async () => {
  const { page } = await visit()
  await page.getByRole('heading', { name: 'LICENSING AND BILLING' }).waitFor()
  await page.getByRole('button', { name: 'SIGN IN' }).click()
  await signIn(page, ana)
  await page.getByRole('heading', { name: 'Invoices', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/invoices')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe('Ana Kim')
})

test('a link into the portal leads there after signing in, search and all', async () => {
  const wanted = '/invoices/detail/MTS-S013?sort=total&order=desc'
  const { page } = await visit({ at: wanted })
  await signIn(page, ana)
  await page.getByRole('heading', { name: 'Invoice MTS-S013' }).waitFor()
  expect(page.url()).toBe(`${portal.origin}${wanted}`)
})

test('a stranger is turned away and told to use an authorized account', async () => {
  const { page } = await visit({ at: '/invoices' })
  await chooseAccount(page, sam)
  await page.getByRole('heading', { name: 'YOU ARE NOT SIGNED IN.' }).waitFor()
  await page.getByText('You must sign in with an authorized account').waitFor()
  expect(new URL(page.url()).pathname).toBe('/notSigned')
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await page.getByRole('contentinfo').count()).toBe(0)
})

test('signing out ends the session here and at the identity provider, and Back shows nothing', async () => {
  const { page, context } = await visit({ at: '/invoices?q=MTS-S013' })
  await signIn(page, ana)
  await page.getByRole('row', { name: /MTS-S013/ }).waitFor()
  await userMenu(page, ana).click()
  const atProvider = page.waitForRequest((request) => request.url().startsWith(portal.identity))
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await atProvider
  await page.waitForURL(`${portal.origin}/`)
  await page.getByRole('button', { name: 'SIGN IN' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  const answer = await context.request.get('/api/user/myself')
  expect(answer.status()).toBe(401)

  // Once to the landing page as it was left, once more to the list.
  await page.goBack()
  await page.goBack()
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  expect(await page.getByText('MTS-S013').count()).toBe(0)
  expect(new URL(page.url()).origin).toBe(portal.identity)
})

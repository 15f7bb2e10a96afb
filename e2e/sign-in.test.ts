import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { portal, visit } from './browser.ts'
import { ana, sam } from './people.ts'
import { chooseAccount, signIn, userMenu } from './sign-in.ts'

test('a visitor signs in from the landing page and lands on the home page', async () => {
  const { page } = await visit()
  await page.getByRole('heading', { name: 'LICENSING AND BILLING' }).waitFor()
  await page.getByRole('button', { name: 'SIGN IN' }).click()
  await signIn(page, ana)
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe('Ana Kim')
})

test('a link into the portal leads to its page after sign-in, including its query', async () => {
  const wanted = '/invoices/detail/MTS-S013?sort=total&order=desc'
  const { page } = await visit({ at: wanted })
  await signIn(page, ana)
  await page.getByRole('heading', { name: 'Invoice MTS-S013' }).waitFor()
  await expect.poll(() => page.url()).toBe(`${portal.origin}${wanted}`)
})

test('a stranger is refused and asked to use an authorized account', async () => {
  const { page } = await visit({ at: '/invoices', reducedMotion: 'reduce', bypassCSP: true })
  await chooseAccount(page, sam)
  await page.getByRole('heading', { name: 'YOU ARE NOT SIGNED IN.' }).waitFor()
  await page.getByText('You must sign in with an authorized account').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/notSigned')
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await page.getByRole('contentinfo').count()).toBe(0)
  await page.getByText(`You used the account ${sam.email}.`).waitFor()
  await page.getByText('Please ask your company admin').waitFor()
  await page.reload()
  await page.getByText(sam.email).waitFor()
  expect(await violations(page)).toEqual([])

  const asked = page.waitForRequest((request) => request.url().startsWith(portal.identity))
  await page.getByRole('button', { name: 'Use another account' }).click()
  expect(new URL((await asked).url()).searchParams.get('prompt')).toBe('login')
  // No data of the account is kept.
  expect(await page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: 'refused-account' }),
  )
  await signIn(page, ana)
})

test('an account with an unverified address gets its own message; forged text is not shown', async () => {
  const { page, context } = await visit({ at: '/invoices', bypassCSP: true })
  await page.getByRole('textbox', { name: 'Email' }).fill(sam.email)
  await page.getByRole('checkbox', { name: 'unverified address' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('The sign-in provider has not verified this address.').waitFor()
  for (const value of ['unknown <b>Call 555-0100</b> now', 'unknown%20', '%E0%A4%A', 'x']) {
    await context.addCookies([{ name: 'refused-account', value, url: portal.origin }])
    await page.reload()
    await page.getByText('Sign-in failed.').waitFor()
    expect(await page.getByText('555-0100').count()).toBe(0)
  }
  const asked = page.waitForRequest((request) => request.url().startsWith(portal.identity))
  await page.getByRole('button', { name: 'Sign in again' }).click()
  expect(new URL((await asked).url()).searchParams.get('prompt')).toBe(null)
})

test('the sign-out call alone clears the data of the browser, for every tab', async () => {
  const { page, context, problems } = await visit({ at: '/invoices' })
  await signIn(page, ana)
  // Requests sent just before: reads have no session, and writes have a page token of the ended session.
  problems.expect(/status of 40[13]/)
  const kept = (of: Page) =>
    of.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)].flat())
  await page.evaluate(() => {
    localStorage.setItem('order', '{"items":[]}')
    sessionStorage.setItem('invite', 'x')
  })
  expect(await kept(page)).toEqual(expect.arrayContaining(['order', 'token', 'invite']))
  // Like a page whose script failed, or a user in the browser's console.
  const status = await page.evaluate(async () => {
    const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const answer = await fetch('/api/signout', {
      method: 'POST',
      headers: { 'x-xsrf-token': decodeURIComponent(xsrf) },
    })
    return answer.status
  })
  expect(status).toBe(200)
  expect(await kept(page)).toEqual([])
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'SIGN IN' }).waitFor()
  expect(await kept(other)).toEqual([])
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

  // Back once to the landing page as it was left, then to the list.
  await page.goBack()
  // The document has loaded before its code runs.
  await page.getByRole('button', { name: 'SIGN IN' }).waitFor()
  await page.goBack()
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  expect(await page.getByText('MTS-S013').count()).toBe(0)
  await expect.poll(() => new URL(page.url()).origin).toBe(portal.identity)
})

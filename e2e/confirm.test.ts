import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { phone } from './open-visit.ts'
import { ana, helen } from './people.ts'
import { callAs } from './call-as.ts'
import { clickTwiceAtOnce } from './click-twice.ts'
import { followInvite, invite, inviteLink, newcomer, somebody } from './team-calls.ts'

const notFound =
  'Invitation Not Found: We are unable to verify your invitation. Please request a new one.'

test('without a code, with an unknown one, and with somebody else’s there is no invitation', async () => {
  const { page, problems } = await visit({ at: '/confirm' })
  await page.getByRole('heading', { name: 'Invitation Not Found' }).waitFor()
  await page.getByText(notFound).waitFor()
  expect(problems.unexpected()).toEqual([])

  const hers = await visit({ as: ana, at: '/confirm?code=nobody-ever-sent-this' })
  hers.problems.expect(/404 /)
  await hers.page.getByText(notFound).waitFor()
  const una = somebody('Una', 'West')
  await invite(helen, una, ['AccessErfs'])
  await hers.page.goto(await inviteLink(una))
  await hers.page.getByText(notFound).waitFor()
})

test('an invitation whose sender may no longer grant it has expired', async () => {
  const vic = await newcomer(helen, 'Vic', 'Moss', ['ManageUsers', 'AccessLicenses'])
  const abe = somebody('Abe', 'Lund')
  await invite(vic, abe, ['AccessLicenses'])
  await callAs(helen, 'post', '/admin/update-user', {
    userId: vic.id,
    accountId: '10458',
    role: 'User',
    permissions: ['ManageUsers'],
  })
  const { page, problems } = await followInvite(abe, await inviteLink(abe))
  problems.expect(/410 /)
  await page
    .getByText('Invitation Expired: Please contact your company admin to send another invitation.')
    .waitFor()
})

test('the code leaves the address at once and is to be found nowhere in the browser', async () => {
  const kim = somebody('Kim', 'Frost')
  await invite(helen, kim, ['AccessErfs'])
  const link = await inviteLink(kim)
  const code = link.split('code=')[1] ?? ''
  const { page } = await followInvite(kim, link)
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.getByRole('heading', { name: 'Review Invite' }).waitFor()
  expect(code.length).toBeGreaterThan(20)
  expect(new URL(page.url()).search).toBe('')
  const kept = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      document.title,
      history.state,
      { ...localStorage },
      { ...sessionStorage },
      document.documentElement.outerHTML,
    ]),
  )
  expect(kept).not.toContain(code)
  expect(said.join('\n')).not.toContain(code)
})

test('pressing Accept twice sends one call, and everything loaded before is forgotten', async () => {
  const ola = somebody('Ola', 'Berg')
  await invite(helen, ola, ['ManageUsers'])
  const { page } = await followInvite(ola, await inviteLink(ola))
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/invite/accept')) calls.push(request.method())
  })
  await clickTwiceAtOnce(page.getByRole('button', { name: 'Accept Invitation' }))
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
  expect(calls).toEqual(['POST'])
  expect(new URL(page.url()).pathname).toBe('/manage')
})

test('who has signed in and belongs to no company yet is told so everywhere else, and can sign out', async () => {
  const ivy = somebody('Ivy', 'Crane')
  await invite(helen, ivy, ['AccessErfs'])
  const { page } = await followInvite(ivy, await inviteLink(ivy))
  await page.getByRole('heading', { name: 'Review Invite' }).waitFor()
  await page.goto('/invoices')
  await page.getByRole('heading', { name: 'No company yet' }).waitFor()
  await page.getByText(ivy.email).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('button', { name: 'SIGN IN' }).waitFor()
})

test('without a network it is a system error that can be tried again', async () => {
  const rex = somebody('Rex', 'Dale')
  await invite(helen, rex, ['AccessErfs'])
  const { page, context, problems } = await followInvite(rex, await inviteLink(rex))
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const accept = page.getByRole('button', { name: 'Accept Invitation' })
  await accept.waitFor()
  await context.setOffline(true)
  await accept.click()
  await page
    .getByText(
      "System Error: We're experiencing technical issues. Please try again later or contact support.",
    )
    .waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.waitForURL('**/erf')
})

test('reviewing an invitation meets WCAG 2.2 AA on desktop and phone, light and dark', async () => {
  const sky = somebody('Sky', 'Reed')
  await invite(helen, sky, ['AccessErfs', 'AccessLicenses'])
  const { page, problems } = await followInvite(sky, await inviteLink(sky))
  problems.expect(/favicon\.ico/)
  await page.getByRole('heading', { name: 'Review Invite' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(phone)
  expect(await violations(page)).toEqual([])
  await page.goto('/manage')
  await page.getByRole('heading', { name: 'No company yet' }).waitFor()
  expect(await violations(page)).toEqual([])
})

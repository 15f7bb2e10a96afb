import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { portal, visit } from './browser.ts'
import { ana, helen } from './people.ts'
import { plover } from './records/draft-company.ts'
import { callAs } from './call-as.ts'
import { chooseAccount } from './sign-in.ts'
import { inviteList } from './team-pages.ts'
import { followInvite, invite, inviteLink, newcomer, newPerson } from './team-calls.ts'

const notFound =
  'Invitation Not Found: We are unable to verify your invitation. Please request a new one.'

test('without a code, with an unknown one, and with another person’s there is no invitation', async () => {
  const { page, problems } = await visit({ at: '/confirm' })
  await page.getByRole('heading', { name: 'Invitation Not Found' }).waitFor()
  await page.getByText(notFound).waitFor()
  expect(problems.unexpected()).toEqual([])

  const hers = await visit({ as: ana, at: '/confirm?code=nobody-ever-sent-this' })
  hers.problems.expect(/404 /)
  await hers.page.getByText(notFound).waitFor()
  const una = newPerson('Una', 'West')
  await invite(helen, una, ['AccessErfs'])
  await hers.page.goto(await inviteLink(una))
  await hers.page.getByText(notFound).waitFor()
})

test('an invitation whose sender may no longer grant it has expired', async () => {
  const vic = await newcomer(helen, 'Vic', 'Moss', ['ManageUsers', 'AccessLicenses'])
  const abe = newPerson('Abe', 'Lund')
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
  await page
    .getByText('The person who sent this invitation can no longer grant it.', { exact: false })
    .waitFor()
  await page.getByText('Please ask another admin of').waitFor()

  // Another admin sees the reason, and sends it again.
  const hers = await visit({ as: helen, at: '/invites', reducedMotion: 'reduce', bypassCSP: true })
  const invites = inviteList(hers.page)
  await invites.search.fill(abe.email)
  await invites.head(abe.email).getByText('Not valid').waitFor()
  await invites.head(abe.email).click()
  await invites.list.getByText('does not hold Licenses any more.').waitFor()
  await invites.list.getByText('Vic Moss', { exact: true }).waitFor()
  expect(await violations(hers.page)).toEqual([])
  await invites.list.getByRole('button', { name: 'Resend' }).click()
  await hers.page.getByRole('dialog', { name: 'INVITE SENT!' }).waitFor()
  await hers.page.keyboard.press('Escape')
  await invites.head(abe.email).getByText('Sent', { exact: true }).waitFor()
  await page.goto(await inviteLink(abe, 2))
  await page.getByRole('button', { name: 'Accept Invitation' }).waitFor()
})

test('a reload keeps the invitation; the link opened again after accepting leads into the portal', async () => {
  const ute = newPerson('Ute', 'Lang')
  await invite(helen, ute, ['AccessErfs'])
  const link = await inviteLink(ute)
  const { page } = await followInvite(ute, link)
  await page.getByRole('heading', { name: 'Review Invite' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Review Invite' }).waitFor()
  // Every other page of the portal links back to it.
  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Open the invitation' }).click()
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.goto(link)
  await page.getByRole('heading', { name: 'You are already a member' }).waitFor()
  await page.getByText('Fairhaven Markets').first().waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Open the portal' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
})

test('signed in with another account, the invitation names it and can be opened with the right one', async () => {
  const lou = newPerson('Lou', 'Brand')
  await invite(helen, lou, ['AccessErfs'])
  const { page, problems } = await visit({ as: plover.gus, at: await inviteLink(lou) })
  problems.expect(/40[34] /)
  await page.getByText(notFound).waitFor()
  await page.getByText(`You are signed in as ${plover.gus.email}.`).waitFor()
  expect(await violations(page)).toEqual([])
  const asked = page.waitForRequest((request) => request.url().startsWith(portal.identity))
  await page.getByRole('button', { name: 'Use another account' }).click()
  expect(new URL((await asked).url()).searchParams.get('prompt')).toBe('login')
  await chooseAccount(page, lou)
  await page.getByRole('heading', { name: 'Review Invite' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
})

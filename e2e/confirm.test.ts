import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { helen } from './people.ts'
import { plover } from './records/draft-company.ts'
import { chooseAccount } from './sign-in.ts'
import { inviteList } from './team-pages.ts'
import { followInvite, invite, inviteLink, newcomer, newPerson, setAccess } from './team-calls.ts'

test('an invitation that its sender may no longer grant is sent again by another admin, and opens with its account', async () => {
  const vic = await newcomer(helen, 'Vic', 'Moss', ['ManageUsers', 'AccessLicenses'])
  const abe = newPerson('Abe', 'Lund')
  await invite(vic, abe, ['AccessLicenses'])
  await setAccess(helen, vic.id, ['ManageUsers'])
  const { page, problems } = await followInvite(abe, await inviteLink(abe))
  problems.expect(/410 /)
  await page
    .getByText('Invitation Expired: Please contact your company admin to send another invitation.')
    .waitFor()
  await page.getByText('The person who sent this invitation can no longer grant it.').waitFor()

  const hers = await visit({ as: helen, at: '/invites', reducedMotion: 'reduce' })
  const invites = inviteList(hers.page)
  await invites.search.fill(abe.email)
  await invites.head(abe.email).getByText('Not valid').waitFor()
  await invites.head(abe.email).click()
  await invites.list.getByText('does not hold Licenses any more.').waitFor()
  await invites.list.getByRole('button', { name: 'Resend' }).click()
  await hers.page.getByRole('dialog', { name: 'INVITE SENT!' }).waitFor()
  await hers.page.keyboard.press('Escape')
  await invites.head(abe.email).getByText('Sent', { exact: true }).last().waitFor()

  // In another browser, where another account is signed in.
  const other = await visit({ as: plover.gus, at: await inviteLink(abe, 2) })
  other.problems.expect(/40[34] /)
  await other.page.getByText(`You are signed in as ${plover.gus.email}.`).waitFor()
  const asked = other.page.waitForRequest((request) => request.url().startsWith(portal.identity))
  await other.page.getByRole('button', { name: 'Use another account' }).click()
  expect(new URL((await asked).url()).searchParams.get('prompt')).toBe('login')
  await chooseAccount(other.page, abe)
  await other.page.getByRole('button', { name: 'Accept Invitation' }).click()
  await other.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
})

import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { luis, priya } from './people.ts'
import { userMenu } from './sign-in.ts'
import { followInvite, invite, inviteLink, newcomer, newPerson } from './team-calls.ts'
import { inviteList } from './team-pages.ts'

test('an invitation is sent, accepted elsewhere, and shown as accepted', async () => {
  const zoe = newPerson('Zoe', 'Hart')
  const { page } = await visit({ as: priya, at: '/users' })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'INVITE USER' })
  const send = dialog.getByRole('button', { name: 'Send Invite' })
  const email = dialog.getByRole('textbox', { name: 'Email' })
  await email.fill(zoe.email)
  await dialog.getByRole('button', { name: 'Invoices', exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'All categories' }).click()
  const view = dialog.getByRole('region', { name: 'What the invited person sees' })
  await view.getByText('Professional Services').waitFor()
  await send.click()
  const done = page.getByRole('dialog', { name: 'INVITE SENT!' })
  await done.getByText(`We sent an invite to ${zoe.email}`).waitFor()
  await done.getByRole('button', { name: 'Close' }).last().click()
  await done.waitFor({ state: 'detached' })

  const hers = await followInvite(zoe, await inviteLink(zoe))
  await hers.page.getByRole('heading', { name: 'Review Invite' }).waitFor()
  await hers.page.getByText('Brightwater Trading').waitFor()
  await hers.page.getByText('Invoices', { exact: true }).waitFor()
  await hers.page
    .getByText(
      "If the information in this invite is not correct, please contact your company's licensing and billing admin.",
    )
    .waitFor()
  await hers.page.getByRole('button', { name: 'Accept Invitation' }).click()
  await userMenu(hers.page, zoe).waitFor()
  await hers.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  expect(new URL(hers.page.url()).pathname).toBe('/')

  await page.getByRole('link', { name: 'Invites' }).click()
  const invites = inviteList(page)
  await invites.search.fill(zoe.email)
  await page.getByText('Total: 1', { exact: true }).waitFor()
  await invites.head(zoe.email).getByText('Accepted').waitFor()
  await invites.head(zoe.email).click()
  await invites.list.getByText('Expires').waitFor()
  expect(await invites.list.getByRole('button', { name: 'Revoke' }).count()).toBe(0)
  expect(await invites.list.getByRole('button', { name: 'Resend' }).count()).toBe(0)
})

test('resending sends a new link, and the old one is invalid', async () => {
  const kit = newPerson('Kit', 'Lowe')
  await invite(priya, kit, ['AccessLicenses'])
  const before = await inviteLink(kit)
  const { page } = await visit({ as: priya, at: '/invites' })
  const invites = inviteList(page)
  await invites.search.fill(kit.email)
  await invites.head(kit.email).click()
  await invites.list.getByText('Licenses').waitFor()
  await invites.list.getByRole('button', { name: 'Resend' }).click()
  const done = page.getByRole('dialog', { name: 'INVITE SENT!' })
  await done.getByText(`We sent an invite to ${kit.email}`).waitFor()
  await page.keyboard.press('Escape')
  const after = await inviteLink(kit, 2)
  expect(after).not.toBe(before)
  await page.getByText('Total: 1', { exact: true }).waitFor()

  const theirs = await followInvite(kit, before)
  theirs.problems.expect(/404 /)
  await theirs.page
    .getByText(
      'Invitation Not Found: We are unable to verify your invitation. Please request a new one.',
    )
    .waitFor()
  await theirs.page.goto(after)
  await theirs.page.getByRole('heading', { name: 'Review Invite' }).waitFor()
})

test('a revoked invitation leaves the list, and its link is invalid', async () => {
  const ned = newPerson('Ned', 'Page')
  await invite(priya, ned, ['AccessErfs'])
  const link = await inviteLink(ned)
  const { page } = await visit({ as: priya, at: '/invites' })
  const invites = inviteList(page)
  await invites.search.fill(ned.email)
  await invites.head(ned.email).click()
  await invites.list.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke invitation?' })
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No Invites Found.').waitFor()
  const his = await followInvite(ned, link)
  his.problems.expect(/404 /)
  await his.page.getByRole('heading', { name: 'Invitation Not Found' }).waitFor()
  await expect
    .poll(() => his.page.getByRole('button', { name: 'Accept Invitation' }).count())
    .toBe(0)
})

test('an address of another company is warned about leaving that company first', async () => {
  const ray = await newcomer(priya, 'Ray', 'Holt', ['AccessLicenses'])
  await invite(luis, ray, ['AccessErfs'])
  const link = await inviteLink(ray, 2)
  const { page } = await visit({ as: ray, at: link })
  await page
    .getByText(
      'You are already a member of Brightwater Trading. Accepting this invite will remove you from that company.',
    )
    .waitFor()
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByText('Aldgate Capital LLP').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { mailsAbout } from './mailbox.ts'
import { phone } from './open-visit.ts'
import { helen } from './people.ts'
import { callAs } from './call-as.ts'
import { newcomer } from './team-calls.ts'
import { userList } from './team-pages.ts'

test('a user without a permission sees which, requests it, and gets it when the manager grants it', async () => {
  const bo = await newcomer(helen, 'Bo', 'Lane', ['AccessLicenses'])
  const his = await visit({ as: bo, at: '/invoices', reducedMotion: 'reduce', bypassCSP: true })
  await his.page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await his.page.getByText('This page needs the permission Invoices').waitFor()
  const ask = his.page.getByRole('button', { name: 'Ask for access: Invoices' })
  await ask.waitFor()
  expect(await violations(his.page)).toEqual([])
  await ask.click()
  await his.page.getByText(/^Requested on \d\d\/\d\d\/\d{4}/).waitFor()
  await his.page.reload()
  await his.page.getByText(/^Requested on /).waitFor()

  await expect
    .poll(async () => (await mailsAbout('Bo Lane requests Invoices')).map(({ to }) => to[0]))
    .toContain(helen.email)
  const [mail] = await mailsAbout('Bo Lane requests Invoices')
  const link = /\/users\?open=[\w-]+/.exec(mail?.text ?? '')?.[0]
  const looks = { reducedMotion: 'reduce', bypassCSP: true } as const
  const { page } = await visit({ as: helen, at: link ?? '', ...looks })
  const users = userList(page)
  const requests = page.getByRole('region', { name: 'Requests for access' })
  await requests.getByText('Bo Lane asks for Invoices').waitFor()
  await users.panel.getByText('bo.lane.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(phone)
  expect(await violations(page)).toEqual([])
  await requests.getByRole('button', { name: 'Grant Invoices to Bo Lane' }).click()
  await page.getByText('Now choose the invoice categories Bo Lane may see.').first().waitFor()
  await users.panel
    .getByText('No category is chosen yet: Bo Lane sees no invoices until one is chosen.')
    .waitFor()
  await users.box('Hosting').click()
  await expect.poll(() => users.box('Hosting').getAttribute('aria-checked')).toBe('true')

  await his.page.reload()
  await his.page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor()
})

test('a declined request is gone from both, and may be made again', async () => {
  const jo = await newcomer(helen, 'Jo', 'Wynn', ['AccessErfs'])
  await callAs(jo, 'post', '/user/access-requests', { permission: 'ManageUsers' })
  const { page } = await visit({ as: helen, at: '/users' })
  const requests = page.getByRole('region', { name: 'Requests for access' })
  await requests.getByRole('button', { name: 'Decline Manage Users for Jo Wynn' }).click()
  await page.getByText('Manage Users declined').waitFor()
  await page.getByText('Jo Wynn asks for').waitFor({ state: 'detached' })
  const theirs = await visit({ as: jo, at: '/users' })
  await theirs.page.getByRole('button', { name: 'Ask for access: Manage Users' }).waitFor()
})

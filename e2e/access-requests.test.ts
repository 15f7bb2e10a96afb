import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { mailsAbout } from './mailbox.ts'
import { helen } from './people.ts'
import { newcomer } from './team-calls.ts'
import { userList } from './team-pages.ts'

test('a user sees the missing permission, requests it, and gets it when the manager grants it', async () => {
  const bo = await newcomer(helen, 'Bo', 'Lane', ['AccessLicenses'])
  const his = await visit({ as: bo, at: '/invoices' })
  await his.page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await his.page.getByText('This page needs the permission Invoices').waitFor()
  await his.page.getByRole('button', { name: 'Ask for access: Invoices' }).click()
  await his.page.getByText(/^Requested on \d\d\/\d\d\/\d{4}/).waitFor()
  await his.page.reload()
  await his.page.getByText(/^Requested on /).waitFor()

  await expect
    .poll(async () => (await mailsAbout('Bo Lane requests Invoices')).map(({ to }) => to[0]))
    .toContain(helen.email)
  const [mail] = await mailsAbout('Bo Lane requests Invoices')
  const link = /\/users\?open=[\w-]+/.exec(mail?.text ?? '')?.[0]
  const { page } = await visit({ as: helen, at: link ?? '' })
  const users = userList(page)
  const requests = page.getByRole('region', { name: 'Requests for access' })
  await requests.getByText('Bo Lane asks for Invoices').waitFor()
  await users.panel.getByText('bo.lane.').waitFor()
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

import type { Permission } from '@portal/domain/kernel/permissions'
import { expect, test } from 'vitest'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { paula, priya } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import type { Answers } from '../stub/answers.ts'
import { oneEntry } from '../team/history-entries.ts'

/** Gives the person other rights. */
const withRights = (permissions: Permission[], invoiceCategoryIds: number[] = []) =>
  ({
    getMyself: async (_, recorded) => ({
      ...(await recorded()),
      role: 'User',
      permissions,
      invoiceCategoryIds,
    }),
  }) satisfies Answers

test('a granted permission takes effect with the next response; of several changes of a kind one message stays', async () => {
  const { page, desk } = await screen({
    as: priya,
    at: '/manage',
    answers: { ...withRights(['ManageUsers'], [1, 2, 3]), ...oneEntry },
  })
  const menu = page.getByRole('navigation', { name: 'Main' })
  const next = page.getByRole('columnheader', { name: 'Created' }).getByRole('button')
  await next.waitFor()
  expect(await menu.getByRole('link', { name: 'LICENSES' }).count()).toBe(0)
  desk.answer(withRights(['ManageUsers', 'AccessLicenses'], [1, 2, 3]))
  await next.click()
  await menu.getByRole('link', { name: 'LICENSES' }).waitFor()
  await page.getByText('You now have: Licenses.').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/manage')

  const toast = page
    .locator('[data-toast]')
    .filter({ hasText: 'The categories of invoices that you see have changed.' })
  for (const categories of [[1, 2], [1]]) {
    const read = page.waitForResponse(/\/user\/myself/)
    desk.answer(withRights(['ManageUsers', 'AccessLicenses'], categories))
    await next.click()
    await read
    await toast.first().waitFor()
  }
  const later = page.waitForResponse(/\/api\//)
  await next.click()
  await later
  expect(await toast.count()).toBe(1)
})

test('a payer whose permission is removed reads why the button is gone', async () => {
  const { page, desk } = await screen({ as: paula, at: '/invoices' })
  const payAll = page.getByRole('button', { name: 'PAY ALL BY CREDIT CARD' })
  await payAll.waitFor()
  desk.answer(withRights(['AccessInvoices']))
  // The page reloads its data when the window gets the focus.
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('alert').getByText('You no longer have: Pay Invoices.').waitFor()
  await payAll.waitFor({ state: 'detached' })
  await invoiceList(page).rows.first().waitFor()
})

test('each entry of the history requests who-am-I again, also on the same page; letters of a search do not', async () => {
  const { page, desk } = await screen({ as: paula, at: '/payments' })
  const asked = () => desk.asked('getMyself').length
  await page.getByRole('link', { name: 'FAQ' }).click()
  await expect.poll(asked).toBe(2)
  await page.goBack()
  await expect.poll(asked).toBe(3)
  await page.goto('/invoices')
  const { search } = invoiceList(page)
  await search.pressSequentially('MTS')
  await page.waitForURL(/q=MTS/)
  expect(asked()).toBe(4)
})

import { beforeAll, expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { visit } from './browser.ts'
import { chargesFor } from './card-sandbox.ts'
import { onPhone } from './open-visit.ts'
import { confirmation, payment } from './payment.ts'
import { gannet } from './records/home-company.ts'
import { tasksOf } from './home-page.ts'

const { user } = gannet
beforeAll(() => addCard(user, 'pm_card_visa'))

test('on a phone an overdue invoice is paid from the home page, and its task disappears', async () => {
  const { page } = await visit({ as: user, at: '/', ...onPhone })
  const { task, titles } = tasksOf(page)
  await task('3 invoices are overdue').waitFor()
  expect(await titles()).toEqual([
    '3 invoices are overdue',
    '1 invoice is due soon',
    '1 equipment request waits for approval',
  ])
  const { dialog, title, pay, close } = payment(page)
  await page.getByRole('link', { name: 'Pay overdue USD · $300.50' }).tap()
  await title(confirmation).waitFor()
  const list = (name: string) => dialog.getByRole('list', { name }).getByRole('listitem')
  await dialog.getByText('2 invoices will be paid').tap()
  await expect.poll(() => list('Will be paid').count()).toBe(2)
  await expect.poll(() => list('Will not be paid').innerText()).toMatch(/GP-LATE-EUR/)
  await pay.dblclick()
  await title('Payment Successful').waitFor()
  await close.tap()
  for (const number of ['GP-LATE-1', 'GP-LATE-2'])
    await expect.poll(() => chargesFor(number)).toMatchObject([{ status: 'succeeded' }])
  expect(await chargesFor('GP-SOON')).toEqual([])
  await page.getByRole('link', { name: 'Licensing & Billing, start page' }).tap()
  await task('1 invoice is overdue').waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^Pay overdue/ }).count()).toBe(0)
  await task('1 equipment request waits for approval').getByRole('link').tap()
  await page.getByText('ER-GANNET-1').waitFor()
  await page.goBack()
  await task('1 invoice is due soon').waitFor()
})

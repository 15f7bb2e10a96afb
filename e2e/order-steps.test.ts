import { addedItem } from '@portal/domain/licenses/line-items'
import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { callAt } from './call-at.ts'
import { orders } from './license-pages.ts'
import { mailsAbout } from './mailbox.ts'
import { importRecords } from './portal/import-records.ts'
import { dotterel } from './records/license-company.ts'

const { accountId, orderer } = dotterel

/** Submits an order of one license; returns its number. */
async function submitted(userName: string): Promise<number> {
  const dateRequired = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const names = { networkId: 'ICE', networkName: 'ICE', userName, dateRequired }
  const { text } = await callAt(portal.origin, orderer, 'post', '/license', {
    user: { accountId },
    data: { notes: '', lineItems: [addedItem('10010', names)] },
    isDraft: false,
  })
  return (JSON.parse(text) as { id: number }).id
}

test('an order is followed from Submitted to Provisioned, which a mail says', async () => {
  const orderId = await submitted('fay')
  const says = (status: string, more: object = {}) =>
    importRecords(portal, [
      {
        record: 'licenseOrder',
        id: `DOT-P${orderId}`,
        accountId,
        orderId: `P-${orderId}`,
        status,
        createdDate: '2026-10-01',
        ...more,
      },
    ])
  const { page } = await visit({ as: orderer, at: `/licenses?order=${orderId}` })
  const progress = page.getByRole('region', { name: 'Progress' })
  const now = progress.locator('[aria-current=step]')
  await now.getByText('Submitted').waitFor()
  const steps = await progress.getByRole('listitem').allInnerTexts()
  expect(steps.map((step) => step.split('\n')[0])).toEqual([
    'Submitted',
    'Accepted',
    'Scheduled',
    'Provisioned',
  ])
  says('Accepted')
  says('Scheduled', { statusDate: '2027-01-04' })
  await page.reload()
  await now.getByText('for 01/04/2027').waitFor()
  says('Provisioned')
  // An older copy of the record changes nothing.
  says('Accepted')
  await page.reload()
  await now.getByText('Provisioned').waitFor()
  await page.goto('/licenses?status=Provisioned')
  await orders(page).row(`P-${orderId}`).waitFor()
  expect(await orders(page).row('Submitted').count()).toBe(0)
  const told = async () =>
    (await mailsAbout('icense order')).filter(
      ({ text, subject }) =>
        /provisioned/i.test(text) && `${subject} ${text}`.includes(`P-${orderId}`),
    ).length
  await expect.poll(told, { timeout: 25_000 }).toBe(1)
})

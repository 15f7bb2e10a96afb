import { addedItem } from '@portal/domain/licenses/line-items'
import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { callAt } from './call-at.ts'
import { orders } from './license-pages.ts'
import { mailsAbout } from './mailbox.ts'
import { phone } from './open-visit.ts'
import { importRecords } from './portal/import-records.ts'
import { dotterel } from './records/license-company.ts'

const { accountId, orderer } = dotterel
const sizes = [
  { name: 'desktop', user: 'fay' },
  { name: 'phone', user: 'gus', viewport: phone, isMobile: true },
]

/** Until the last test. */
const followed: number[] = []

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

test.each(sizes)(
  'an order is followed from Submitted to Provisioned, on a $name',
  async ({ user, viewport, isMobile = false }) => {
    const orderId = await submitted(user)
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
    const { page } = await visit({
      as: orderer,
      at: `/licenses?order=${orderId}`,
      isMobile,
      ...(viewport && { viewport }),
    })
    const progress = page.getByRole('region', { name: 'Progress' })
    const steps = () => progress.getByRole('listitem').allInnerTexts()
    const now = progress.locator('[aria-current=step]')
    await now.getByText('Submitted').waitFor()
    expect((await steps()).map((step) => step.split('\n')[0])).toEqual([
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
    followed.push(orderId)
    await page.goto('/licenses?status=Provisioned')
    await orders(page).row(`P-${orderId}`).waitFor()
    expect(await orders(page).row('Submitted').count()).toBe(0)
  },
)

test('a rejected order says why, and a rejected item does beside an order that goes on', async () => {
  const { page } = await visit({ as: orderer, at: '/licenses?status=Rejected' })
  const progress = page.getByRole('region', { name: 'Progress' })
  await orders(page).row('Rejected').first().click()
  await progress.locator('[aria-current=step]').getByText('Rejected').waitFor()
  await progress.getByText('The exchange has no contract with this user.').waitFor()
  expect(await progress.getByText('Provisioned').count()).toBe(0)
  await page.goto('/licenses?status=Accepted')
  await orders(page).row('2').first().click()
  const items = page.getByRole('region', { name: 'Line items' }).getByRole('listitem')
  await items.filter({ hasText: 'ben' }).getByText('Rejected', { exact: true }).waitFor()
  expect(
    await items.filter({ hasText: 'ann' }).getByText('Rejected', { exact: true }).count(),
  ).toBe(0)
  await page.getByRole('button', { name: 'Order Rejected Item' }).click()
  await expect.poll(() => orders(page).items.allInnerTexts()).toHaveLength(1)
  await orders(page).items.getByText(/ben/).waitFor()
  await orders(page).button('Clear Order').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear Order' }).click()
  const held = (await callAt(portal.origin, orderer, 'get', '/license/held?page=1&perPage=100'))
    .text
  const users = (JSON.parse(held) as { userName: string }[]).map(({ userName }) => userName)
  expect(users).toEqual(expect.arrayContaining(['ann', 'cleo', 'dan']))
  expect(users).not.toContain('ben')
  expect(users).not.toContain('eve')
})

test('who ordered got a mail about each order that ended', async () => {
  // Orders that end in the same moment share a mail.
  const told = async (id: number) => {
    const mails = await mailsAbout('icense order')
    return mails.filter(
      ({ text, subject }) => /provisioned/i.test(text) && `${subject} ${text}`.includes(`P-${id}`),
    ).length
  }
  await expect
    .poll(() => Promise.all(followed.map(told)), { timeout: 25_000 })
    .toEqual(followed.map(() => 1))
  expect(followed).toHaveLength(sizes.length)
}, 60_000)

import type { LicenseOrderDetails, ReadLineItem } from '@portal/domain/licenses/licenses.schema'
import { addDays } from '@portal/domain/kernel/day'
import { expect, test } from 'vitest'
import { orders } from '../../e2e/license-pages.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { now } from '../world.ts'
import { as, gateway, holds, license, orderOf } from './given-orders.ts'

const price = { monthlyPrice: 100, currencyIsoCode: 'USD', isListPrice: true }
const made = orderOf({ data: { notes: '', lineItems: [gateway, gateway] }, isDraft: false })
const open = { canWithdraw: true, price }
const gone = { status: 'Withdrawn', statusDate: now, withdrawnBy: 'Dan Later' } as const
const order = (...more: Partial<ReadLineItem>[]): LicenseOrderDetails => ({
  ...made,
  status: 'Accepted',
  withdrawnCount: more.filter(({ status }) => status).length,
  lineItems: made.lineItems.map((item, nth) => ({ ...item, lineId: 108 + nth, ...more[nth] })),
})

test('an item of an order is withdrawn as shown; an item that took effect meanwhile shows it', async () => {
  const { page, desk, problems } = await screen({
    as,
    at: '/licenses?show=orders&order=90',
    answers: {
      listOrders: [{ ...made, withdrawnCount: 2 }],
      getOrder: order(open, {}),
      withdrawItems: refusal(409, 'This item is now Provisioned.'),
    },
  })
  problems.expect(/409/)
  const { row, dialog } = orders(page)
  const items = page.getByRole('region', { name: 'Line items' })
  const asks = dialog('Withdraw Item')
  await row('P-90').getByText('Withdrawn', { exact: true }).waitFor()
  await items.getByRole('button', { name: 'Withdraw item 1, ICE Gateway' }).waitFor()
  expect(await items.getByRole('button').count()).toBe(1)
  await items.getByRole('button').click()
  await asks.getByText('P-90, accepted').waitFor()
  await asks.getByText('+$100.00 a month at list prices').waitFor()
  await asks.getByRole('button', { name: 'Withdraw' }).click()
  await asks.getByText('This item is now Provisioned.').waitFor()
  await asks.getByRole('button', { name: 'Keep' }).click()

  await items.getByRole('button', { name: 'Withdraw item 1, ICE Gateway' }).click()
  desk.answer({ withdrawItems: order(gone), getOrder: order(gone) })
  await asks.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Item withdrawn').waitFor()
  await items.getByText('1 withdrawn').waitFor()
  await items.getByText('by Dan Later').waitFor()
  expect(await items.getByRole('button').count()).toBe(0)
  const [, { params, body } = {}] = desk.asked('withdrawItems')
  expect([params, body]).toEqual([{ id: '90' }, { lines: [{ id: 108, status: 'Accepted' }] }])

  desk.answer({ getOrder: order(gone, gone) })
  await page.reload()
  await page
    .getByRole('region', { name: 'Progress' })
    .locator('[aria-current=step]')
    .getByText('Withdrawn')
    .waitFor()
})

test('a requested license is withdrawn, and so is the cancellation of one in force', async () => {
  const day = addDays(now.slice(0, 10), 20)
  const asked = { orderId: 90, lineId: 108, type: 2, day, status: 'Accepted' } as const
  const ann = license('ann', {
    endsOn: day,
    asked: { ...asked, networkName: '', userName: '' },
  })
  const line = { orderId: 90, productName: 'TT Pro', networkName: 'ICE', day }
  const { page, desk } = await screen({
    as,
    at: '/licenses',
    answers: {
      listHeldLicenses: holds([ann]).listHeldLicenses,
      getLicenseLife: { license: ann, orders: [], bills: null },
      listRecordDifferences: {
        requested: [
          { ...line, userName: 'ben', lineId: 108, status: 'Accepted' },
          { ...line, userName: 'cleo', lineId: null, status: 'Accepted' },
        ],
        differences: [],
      },
      getOrder: order(open),
      withdrawItems: order(gone),
    },
  })
  const { heldRow, dialog } = orders(page)
  const asks = dialog('Withdraw Item')
  await page.getByRole('button', { name: '2 licenses requested' }).click()
  const requested = page.getByRole('region', { name: 'Requested' })
  await requested.getByRole('button', { name: 'Withdraw TT Pro · ICE · ben' }).waitFor()
  expect(await requested.getByRole('button', { name: 'Withdraw' }).count()).toBe(1)
  await requested.getByRole('button', { name: 'Withdraw' }).click()
  await asks.getByRole('button', { name: 'Withdraw' }).click()
  await expect.poll(() => asks.count()).toBe(0)
  await page.goto('/licenses')
  await heldRow('ann').getByRole('button').first().click()
  await page.getByText(/Cancellation requested, P-90/).waitFor()
  await page.getByRole('button', { name: 'Withdraw the Cancellation' }).click()
  desk.answer({ getOrder: order({}) })
  await asks.getByRole('button', { name: 'Keep' }).click()
  // Reopening the item loads it again: it has taken effect meanwhile.
  await page.getByRole('button', { name: 'Withdraw the Cancellation' }).click()
  await asks.getByRole('alert').getByText('This item can no longer be withdrawn.').waitFor()
  expect(desk.asked('withdrawItems').map(({ body }) => body)).toEqual([
    { lines: [{ id: 108, status: 'Accepted' }] },
  ])
})

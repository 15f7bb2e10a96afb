import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { orders } from './license-pages.ts'
import { onPhone } from './open-visit.ts'
import { importRecords } from './portal/import-records.ts'
import { phalarope } from './records/license-company.ts'

const { accountId, orderers, leavers } = phalarope
const leaver = leavers.phone

test('on a phone the licenses and costs of a leaver are found, ended in one order and followed to their end', async () => {
  const device = onPhone
  const { page, problems } = await visit({ as: orderers.phone, at: '/licenses', ...device })
  const { held, heldRow, heldBox, selection, step, added, button, dialog } = orders(page)
  await heldRow('sam.stays').first().waitFor()
  await page.getByText('By our records.').waitFor()
  await heldRow('ria.rests').getByText('Suspended').waitFor()
  await heldRow('sam.stays')
    .getByText(/^\$1,600\.00 from /)
    .waitFor()
  await page.getByRole('searchbox', { name: 'Search your licenses' }).fill(leaver)
  await expect.poll(() => held.locator('[data-index]').count()).toBe(2)
  await heldBox(leaver).first().click()
  await heldBox(leaver).last().click()
  await selection.getByText('$1,750.50').waitFor()
  await selection.getByRole('button', { name: 'Cancel 2 licenses' }).click()
  await step.getByRole('button', { name: 'Add to Order' }).click()
  await added.getByRole('button', { name: 'Review Order' }).click()
  await button('Submit Order').click()
  await dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' }).click()
  await page.getByText('Order submitted.').waitFor()
  await page.goto('/licenses')
  const ending = heldRow(leaver).filter({ hasText: /Last day / })
  await expect.poll(() => ending.count()).toBe(2)
  await ending.first().locator('[data-opens]').click()
  const life = page.getByRole('region', { name: 'History' })
  await life.getByText(/order P-\d+, submitted/).waitFor()
  const orderId = Number(/P-(\d+)/.exec(await life.innerText())![1])
  const order = { record: 'licenseOrder', id: `PH-P${orderId}`, accountId, orderId: `P-${orderId}` }
  importRecords(portal, [
    {
      ...order,
      status: 'Provisioned',
      statusDate: new Date().toISOString(),
      createdDate: '2026-10-01',
    },
    ...[1, 2].map((nth) => ({
      record: 'license',
      licenseId: `PH-${leaver}-${nth}`,
      accountId,
      productId: '10010',
      status: 'Ended',
    })),
  ])
  problems.expect(/404/)
  await page.reload()
  await page.getByText('This license is not in force.').waitFor()
  await page.goto(`/licenses?order=${orderId}`)
  const progress = page.getByRole('region', { name: 'Progress' })
  await progress.locator('[aria-current=step]').getByText('Provisioned').waitFor()
  await page.goto('/licenses')
  await heldRow('sam.stays').first().waitFor()
  expect(await heldRow(leaver).count()).toBe(0)
})

import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { orders } from './license-pages.ts'
import { phone } from './open-visit.ts'
import { importRecords } from './portal/import-records.ts'
import { curlew, phalarope } from './records/license-company.ts'

const { accountId, orderers, leavers } = phalarope
const sizes = [
  { name: 'desktop' as const },
  { name: 'phone' as const, viewport: phone, isMobile: true },
]

test.each(sizes)(
  'what a leaver holds and costs is seen, ended in one order and followed to its end, on a $name',
  async ({ name, viewport, isMobile = false }) => {
    const { page, problems } = await visit({
      as: orderers[name],
      at: '/licenses',
      isMobile,
      ...(viewport && { viewport }),
    })
    const { held, heldRow, heldBox, selection, step, added, button, dialog } = orders(page)
    await heldRow('sam.stays').first().waitFor()
    await page.getByText('By our records.').waitFor()
    await heldRow('ria.rests').getByText('Suspended').waitFor()
    await heldRow('sam.stays')
      .getByText(/^\$1,600\.00 from /)
      .waitFor()
    await page.getByRole('searchbox', { name: 'Search your licenses' }).fill(leavers[name])
    await expect.poll(() => held.locator('[data-index]').count()).toBe(2)
    await heldBox(leavers[name]).first().click()
    await heldBox(leavers[name]).last().click()
    await selection.getByText('$1,750.50').waitFor()
    await selection.getByRole('button', { name: 'Cancel 2 licenses' }).click()
    await step.getByRole('button', { name: 'Add to Order' }).click()
    await added.getByRole('button', { name: 'Review Order' }).click()
    await button('Submit Order').click()
    await dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' }).click()
    await page.getByText('Order submitted.').waitFor()
    await page.goto('/licenses')
    const ending = heldRow(leavers[name]).filter({ hasText: /Last day / })
    await expect.poll(() => ending.count()).toBe(2)
    await ending.first().locator('[data-opens]').click()
    const life = page.getByRole('region', { name: 'History' })
    await life.getByText(/order P-\d+, submitted/).waitFor()
    const orderId = Number(/P-(\d+)/.exec(await life.innerText())![1])
    const order = {
      record: 'licenseOrder',
      id: `PH-P${orderId}`,
      accountId,
      orderId: `P-${orderId}`,
    }
    const done = `${new Date().toISOString().slice(0, 10)}T06:00:00Z`
    importRecords(portal, [
      { ...order, status: 'Provisioned', statusDate: done, createdDate: '2026-10-01' },
      ...[1, 2].map((nth) => ({
        record: 'license',
        licenseId: `PH-${leavers[name]}-${nth}`,
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
    expect(await heldRow(leavers[name]).count()).toBe(0)
  },
)

test('a license shows its life, its price and its bills; a junk id says that it is not in force', async () => {
  const { page } = await visit({ as: orderers.desktop, at: '/licenses?license=PH-STAYS' })
  const panel = page.locator('[data-side-panel]')
  await panel.getByText('$1,600.00 USD a month from').waitFor()
  await panel.getByText('No order in the portal names it.').waitFor()
  await panel.getByRole('link', { name: 'PH-BILL' }).click()
  await page.getByRole('heading', { name: 'Invoice PH-BILL' }).waitFor()
  await page.goBack()
  await panel.getByText('$1,600.00 USD a month from').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.count()).toBe(0)
  expect(new URL(page.url()).search).toBe('')
})

test('on a phone a tap opens a license; once one is selected, taps select and the navigation gives way', async () => {
  const { page } = await visit({
    as: orderers.phone,
    at: '/licenses',
    viewport: phone,
    isMobile: true,
  })
  const { heldRow, heldBox, selection } = orders(page)
  const areas = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'LICENSES' })
  await heldRow('sam.stays').tap()
  await page.getByRole('dialog').getByText('$1,600.00 USD a month from').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
  await heldBox('sam.stays').tap()
  await selection.getByText('1 selected').waitFor()
  await expect.poll(() => areas.isVisible()).toBe(false)
  await heldRow('ria.rests').tap()
  await selection.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Clear selection (Esc)' }).tap()
  await expect.poll(() => areas.isVisible()).toBe(true)
})

test('filter, order and headings are in the address, the sums follow them, and the file has what matches', async () => {
  const { page } = await visit({ as: orderers.desktop, at: '/licenses' })
  const { held, heldRow } = orders(page)
  const rows = held.locator('[data-index]')
  await heldRow('sam.stays').first().waitFor()
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'User' }).click()
  await held.getByText('1 · $1,500.00 a month').first().waitFor()
  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Suspended' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByText('1 license found').waitFor()
  expect(new URL(page.url()).search).toBe('?standing=suspended&sort=user&grouped=yes')
  await page.reload()
  await heldRow('ria.rests').waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  const { content } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Export CSV' }).click(),
  )
  const lines = content.toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('"ria.rests"')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await held.getByRole('button', { name: 'Price a month' }).click()
  await heldRow('sam.stays').waitFor()
  const prices = await held.locator('[data-index] [data-align=end]').allInnerTexts()
  expect(prices.length).toBeGreaterThan(2)
  const amounts = prices.map((price) => Number(price.replaceAll(/[^\d.]/g, '')))
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
})

test('what is requested, and what is not as ordered, is one step away', async () => {
  const { page } = await visit({ as: curlew.orderer, at: '/licenses' })
  const words = '1 license requested · 3 not as ordered'
  const row = orders(page).heldRow('ben')
  await row.getByText('Not as ordered', { exact: true }).waitFor()
  await page.getByRole('button', { name: words, exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Ordered and in force' })
  const requested = panel.getByRole('region', { name: 'Requested' })
  await requested.getByRole('button', { name: 'TT Pro · ICE · hal' }).waitFor()
  const differences = panel.getByRole('region', { name: 'Not as you ordered' })
  await differences
    .getByText(/^You cancelled it as of .* with order P-\d+, but our records show no end\.$/)
    .waitFor()
  await differences.getByText(/^You changed it to ICE · bea with order/).waitFor()
  await differences
    .getByText(/^We completed order P-\d+, but our records do not show this license\.$/)
    .waitFor()
  await differences.getByRole('button', { name: 'TT Pro · ICE · ben' }).click()
  await page.getByRole('region', { name: 'History' }).waitFor()
  await page.goBack()
  await panel.waitFor()
  await requested.getByRole('button', { name: 'TT Pro · ICE · hal' }).click()
  await page.getByRole('region', { name: 'Progress' }).waitFor()
})

test('on a phone what is requested is named beside the sums, and opens', async () => {
  const looks = { viewport: phone, isMobile: true }
  const { page } = await visit({ as: curlew.orderer, at: '/licenses', ...looks })
  await page.getByRole('button', { name: '1 requested · 3 not as ordered', exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'TT Pro · ICE · hal' }).waitFor()
})

test('a license of another company, or of nobody, is not in force here', async () => {
  const { page, problems } = await visit({
    as: orderers.desktop,
    at: '/licenses?license=%3Cscript%3E',
  })
  problems.expect(/404/)
  await page.getByText('This license is not in force.').waitFor()
})

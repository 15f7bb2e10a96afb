import { expect, test } from 'vitest'
import { downloaded } from '../../e2e/downloaded.ts'
import { orders } from '../../e2e/license-pages.ts'
import { follow } from '../../e2e/navigation.ts'
import { onPhone, phone } from '../../e2e/open-visit.ts'
import { curlew, phalarope } from '../../e2e/records/license-company.ts'
import { screen } from '../screen.ts'
import { file } from '../stub/answers.ts'

const { orderers } = phalarope

test('a license shows its history, its price and its bills; an invalid id shows that it is not in force', async () => {
  const { page } = await screen({ as: orderers.desktop, at: '/licenses?license=PH-STAYS' })
  const panel = page.locator('[data-side-panel]')
  await panel.getByText('$1,600.00 USD a month from').waitFor()
  await panel.getByText('No order in the portal names it.').waitFor()
  await panel.getByRole('link', { name: 'PH-BILL' }).click()
  await page.getByRole('heading', { name: 'Invoice PH-BILL' }).waitFor()
  await page.goBack()
  await panel.getByText('$1,600.00 USD a month from').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.count()).toBe(0)
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('on a phone a tap opens a license; after a selection taps select, and the bar replaces the navigation', async () => {
  const { page } = await screen({ as: orderers.phone, at: '/licenses', ...onPhone })
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

test('filter, order and headings are in the address, the sums follow them, and the file has the matching licenses', async () => {
  const csv = file('licenses.csv', 'text/csv', Buffer.from('License'))
  const { page, desk } = await screen({
    as: orderers.desktop,
    at: '/licenses',
    answers: { downloadHeld: csv },
  })
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
  await expect
    .poll(() => new URL(page.url()).search)
    .toBe('?standing=suspended&sort=user&grouped=yes')
  await page.reload()
  await heldRow('ria.rests').waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await downloaded(page, () => page.getByRole('button', { name: 'CSV' }).click())
  const asked = { standing: 'suspended', sort: 'user' }
  expect(desk.asked('downloadHeld')[0]?.query).toMatchObject(asked)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await held.getByRole('button', { name: 'Price a month' }).click()
  await heldRow('sam.stays').waitFor()
  await expect.poll(() => rows.count()).toBeGreaterThan(2)
  const falling = { sort: 'price', direction: 'descending' }
  expect(desk.asked('listHeldLicenses').at(-1)!.query).toMatchObject(falling)
})

test('requested licenses, and licenses not as ordered, are one step away, also on a phone', async () => {
  const { page } = await screen({ as: curlew.orderer, at: '/licenses' })
  const words = '1 license requested · 3 not as ordered'
  const row = orders(page).heldRow('ben')
  await row.getByText('Not as ordered', { exact: true }).waitFor()
  await page.getByRole('button', { name: words, exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Ordered and in force' })
  const requested = panel.getByRole('region', { name: 'Requested' })
  await requested.getByRole('button', { name: 'TT Pro · ICE · hal', exact: true }).waitFor()
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
  await requested.getByRole('button', { name: 'TT Pro · ICE · hal', exact: true }).click()
  await page.getByRole('region', { name: 'Progress' }).waitFor()
  await page.setViewportSize(phone)
  await follow(page, '/licenses')
  await page.getByRole('button', { name: '1 requested · 3 not as ordered', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'TT Pro · ICE · hal', exact: true })
    .waitFor()
})

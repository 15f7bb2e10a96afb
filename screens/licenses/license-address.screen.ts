import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { orders } from '../../e2e/license-pages.ts'
import { onPhone } from '../../e2e/open-visit.ts'
import { curlew } from '../../e2e/records/license-company.ts'
import { screen } from '../screen.ts'

const as = curlew.orderer
const address = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '')

/** Returns the record beside the list, and the panel behind it. */
async function shows(page: Page, heading: RegExp | undefined, tile: string) {
  const panel = page.locator('[data-side-panel]')
  if (heading) await panel.getByRole('heading', { name: heading }).waitFor()
  await expect.poll(() => panel.count()).toBe(heading ? 1 : 0)
  // A panel of the whole window hides the tiles from roles.
  await expect
    .poll(() => page.locator('nav[aria-label=Orders] [aria-current=page]').innerText())
    .toBe(tile)
}

test('Back from the order of a license leads to the license, and Forward to the order, also after a reload', async () => {
  const { page, context } = await screen({ as, at: '/licenses', ...onPhone })
  await orders(page).heldRow('ben').locator('[data-opens]').first().click()
  await shows(page, /Pro/, 'in force')
  await page.getByRole('region', { name: 'History' }).getByRole('button').first().click()
  await shows(page, /^Order P-\d+$/, 'all orders')
  const order = address(page)
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload()
    await shows(page, /^Order P-\d+$/, 'all orders')
    await page.goBack()
    await shows(page, /Pro/, 'in force')
    expect(address(page)).toBe('/licenses?license=CU-ben')
    await page.goForward()
    await shows(page, /^Order P-\d+$/, 'all orders')
    expect(address(page)).toBe(order)
  }
  // The close button leads to the same.
  await page.locator('[data-side-panel]').getByRole('button', { name: 'Close' }).click()
  await shows(page, /Pro/, 'in force')
  await page.keyboard.press('Escape')
  await shows(page, undefined, 'in force')
  expect(address(page)).toBe('/licenses')
  // A link to a license has the list below it in the history.
  const link = await context.newPage()
  await link.goto('/licenses?license=CU-ben')
  await shows(link, /Pro/, 'in force')
  await link.goBack()
  await shows(link, undefined, 'in force')
})

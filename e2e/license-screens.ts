import { addedItem, defaultDay } from '@portal/domain/licenses/line-items'
import type { Page } from 'playwright-core'
import { orders } from './license-pages.ts'
import { maya, tom } from './people.ts'
import { curlew, dotterel } from './records/license-company.ts'
import { byRole, screenAt, type Screen } from './screen.ts'

/** Adds an item to the current order, as if it had been built before. */
export async function withItem(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('order'))
  await page.evaluate((item) => {
    const order = JSON.parse(localStorage.getItem('order')!) as {
      data: { lineItems: object[] }
      isAhead: boolean
    }
    order.data.lineItems = [item]
    order.isAhead = true
    localStorage.setItem('order', JSON.stringify(order))
    dispatchEvent(new Event('storage'))
  }, item)
}
const item = addedItem('10010', {
  networkId: 'Eurex',
  networkName: 'Eurex',
  userName: 'ann.lee',
  dateRequired: defaultDay(new Date().toISOString().slice(0, 10)),
})

async function toHeld(page: Page, tile: 'change item' | 'cancel item'): Promise<void> {
  const { tile: panel, held } = orders(page)
  await panel('new order').click()
  await panel(tile).click()
  await held.locator('[data-index]').first().waitFor()
}

async function select(page: Page, tile: 'change item' | 'cancel item'): Promise<void> {
  await toHeld(page, tile)
  const { held } = orders(page)
  const boxes = held.locator('[data-index] [role=checkbox]:not([aria-disabled])')
  for (const nth of [0, 1, 2]) await boxes.nth(nth).click()
}

async function openDetails(page: Page): Promise<void> {
  const { held } = orders(page)
  await held.locator('[data-index] [data-opens]').first().click()
}

const first = (page: Page) => orders(page).rows.first()

export const licensePages: Screen[] = [
  screenAt('licenses', tom, '/licenses?show=orders', first),
  screenAt('licenses-in-force', tom, '/licenses', (page) =>
    orders(page).held.locator('[data-index]').first(),
  ),
  screenAt('licenses-none-in-force', maya, '/licenses', (page) =>
    page.getByText('No licenses are in force.'),
  ),
  screenAt('licenses-none', maya, '/licenses?show=orders', (page) =>
    page.getByText('No Licenses Found.'),
  ),
  // With an item or without: all visits as Tom share one unsent order.
  screenAt('license-new-order', tom, '/licenses?draft=', (page) => orders(page).button('Add Item')),
]

export const licenseLayers: Screen[] = [
  screenAt('license-details', tom, '/licenses', byRole('region', 'History'), openDetails),
  screenAt('license-differences', curlew.orderer, '/licenses?compare=open', (page) =>
    page.getByText('You cancelled it as of').first(),
  ),
  screenAt(
    'license-review',
    tom,
    '/license/review',
    (page) => page.getByText('Kept for you only, until you save or submit it'),
    withItem,
  ),
  screenAt(
    'license-confirm',
    tom,
    '/license/review',
    (page) => orders(page).dialog('CONFIRM ORDER'),
    async (page) => {
      await withItem(page)
      await orders(page).button('Submit Order').click()
    },
  ),
  screenAt(
    'license-products',
    tom,
    '/licenses?draft=',
    (page) => orders(page).product('TT Pro'),
    (page) => orders(page).button('Add Item').click(),
  ),
  screenAt(
    'license-order-beside',
    tom,
    '/licenses?show=add_item',
    (page) => orders(page).product('TT Pro'),
    withItem,
  ),
  screenAt(
    'license-held',
    tom,
    '/licenses?draft=',
    (page) => orders(page).held,
    (page) => toHeld(page, 'change item'),
  ),
  screenAt(
    'license-held-selected',
    tom,
    '/licenses?draft=',
    (page) => orders(page).selection,
    (page) => select(page, 'cancel item'),
  ),
  screenAt(
    'license-change-several',
    tom,
    '/licenses?draft=',
    (page) => orders(page).step.getByRole('button', { name: 'Add to Order' }),
    async (page) => {
      await select(page, 'change item')
      await orders(page).selection.getByRole('button', { name: 'Change 3 licenses' }).click()
    },
  ),
  screenAt(
    'license-cancel-several',
    tom,
    '/licenses?draft=',
    (page) => orders(page).step.getByRole('button', { name: 'Add to Order' }),
    async (page) => {
      await select(page, 'cancel item')
      await orders(page).selection.getByRole('button', { name: 'Cancel 3 licenses' }).click()
    },
  ),
  screenAt(
    'license-of-product',
    tom,
    '/licenses?draft=',
    (page) => orders(page).button('Enter it by hand'),
    async (page) => {
      await toHeld(page, 'change item')
      await orders(page).products()
      await orders(page).product('TT Pro').click()
    },
  ),
  screenAt(
    'license-form',
    tom,
    '/licenses?draft=',
    (page) => orders(page).button('Add to Order'),
    async (page) => {
      await toHeld(page, 'change item')
      await orders(page).products()
      await orders(page).product('TT Pro').click()
      await orders(page).button('Enter it by hand').click()
    },
  ),
  screenAt('license-order', tom, '/licenses?order=1', (page) =>
    page.locator('[data-side-panel]').getByText('CRM id'),
  ),
  ...(['Accepted', 'Rejected', 'Scheduled'] as const).map((status) => ({
    name: `license-order-${status.toLowerCase()}`,
    as: dotterel.orderer,
    at: `/licenses?status=${status}`,
    open: (page: Page) => orders(page).rows.first().click(),
    shows: (page: Page) => page.getByRole('region', { name: 'Progress' }),
  })),
]

import { addedItem, defaultDay } from '@portal/domain/licenses/line-items'
import type { Page } from 'playwright-core'
import { orders } from './license-pages.ts'
import { maya, tom } from './people.ts'
import { curlew, dotterel } from './records/license-company.ts'
import type { Screen } from './screen.ts'

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
  { name: 'licenses', as: tom, at: '/licenses?show=orders', shows: first },
  {
    name: 'licenses-in-force',
    as: tom,
    at: '/licenses',
    shows: (page) => orders(page).held.locator('[data-index]').first(),
  },
  {
    name: 'licenses-none-in-force',
    as: maya,
    at: '/licenses',
    shows: (page) => page.getByText('No licenses are in force.'),
  },
  {
    name: 'licenses-none',
    as: maya,
    at: '/licenses?show=orders',
    shows: (page) => page.getByText('No Licenses Found.'),
  },
  {
    name: 'license-new-order',
    as: tom,
    at: '/licenses?draft=',
    // With an item or without: all visits as Tom share one unsent order.
    shows: (page) => orders(page).button('Add Item'),
  },
]

export const licenseLayers: Screen[] = [
  {
    name: 'license-details',
    as: tom,
    at: '/licenses',
    open: openDetails,
    shows: (page) => page.getByRole('region', { name: 'History' }),
  },
  {
    name: 'license-differences',
    as: curlew.orderer,
    at: '/licenses?compare=open',
    shows: (page) => page.getByText('You cancelled it as of').first(),
  },
  {
    name: 'license-review',
    as: tom,
    at: '/license/review',
    open: withItem,
    shows: (page) => page.getByText('Kept for you only, until you save or submit it'),
  },
  {
    name: 'license-confirm',
    as: tom,
    at: '/license/review',
    open: async (page) => {
      await withItem(page)
      await orders(page).button('Submit Order').click()
    },
    shows: (page) => orders(page).dialog('CONFIRM ORDER'),
  },
  {
    name: 'license-products',
    as: tom,
    at: '/licenses?draft=',
    open: (page) => orders(page).button('Add Item').click(),
    shows: (page) => orders(page).product('TT Pro'),
  },
  {
    name: 'license-order-beside',
    as: tom,
    at: '/licenses?show=add_item',
    open: withItem,
    shows: (page) => orders(page).product('TT Pro'),
  },
  {
    name: 'license-held',
    as: tom,
    at: '/licenses?draft=',
    open: (page) => toHeld(page, 'change item'),
    shows: (page) => orders(page).held,
  },
  {
    name: 'license-held-selected',
    as: tom,
    at: '/licenses?draft=',
    open: (page) => select(page, 'cancel item'),
    shows: (page) => orders(page).selection,
  },
  {
    name: 'license-change-several',
    as: tom,
    at: '/licenses?draft=',
    open: async (page) => {
      await select(page, 'change item')
      await orders(page).selection.getByRole('button', { name: 'Change 3 licenses' }).click()
    },
    shows: (page) => orders(page).step.getByRole('button', { name: 'Add to Order' }),
  },
  {
    name: 'license-cancel-several',
    as: tom,
    at: '/licenses?draft=',
    open: async (page) => {
      await select(page, 'cancel item')
      await orders(page).selection.getByRole('button', { name: 'Cancel 3 licenses' }).click()
    },
    shows: (page) => orders(page).step.getByRole('button', { name: 'Add to Order' }),
  },
  {
    name: 'license-of-product',
    as: tom,
    at: '/licenses?draft=',
    open: async (page) => {
      await toHeld(page, 'change item')
      await orders(page).products()
      await orders(page).product('TT Pro').click()
    },
    shows: (page) => orders(page).button('Enter it by hand'),
  },
  {
    name: 'license-form',
    as: tom,
    at: '/licenses?draft=',
    open: async (page) => {
      await toHeld(page, 'change item')
      await orders(page).products()
      await orders(page).product('TT Pro').click()
      await orders(page).button('Enter it by hand').click()
    },
    shows: (page) => orders(page).button('Add to Order'),
  },
  {
    name: 'license-order',
    as: tom,
    at: '/licenses?order=1',
    shows: (page) => page.locator('[data-side-panel]').getByText('CRM id'),
  },
  ...(['Accepted', 'Rejected', 'Scheduled'] as const).map((status) => ({
    name: `license-order-${status.toLowerCase()}`,
    as: dotterel.orderer,
    at: `/licenses?status=${status}`,
    open: (page: Page) => orders(page).rows.first().click(),
    shows: (page: Page) => page.getByRole('region', { name: 'Progress' }),
  })),
]

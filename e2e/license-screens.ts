import type { KeptUnsentOrder } from '@portal/domain/licenses/licenses.schema'
import { addedItem, defaultDay } from '@portal/domain/licenses/line-items'
import type { Page } from 'playwright-core'
import { orders } from './license-pages.ts'
import { maya, tom } from './people.ts'
import { curlew, dotterel } from './records/license-company.ts'
import { byRole, byText, screenAt, screensAt, type Screen } from './screen.ts'
import { headersOf } from './sessions.ts'

/** Opens the page with an order of one item, as if it had been built before. */
async function withItem(page: Page): Promise<void> {
  const { request } = page.context()
  const path = '/api/license/unsent'
  const { revision } = (await (await request.get(path)).json()) as KeptUnsentOrder
  const data = { notes: '', lineItems: [item] }
  await request.put(path, {
    headers: await headersOf(request, new URL(page.url()).origin),
    data: { revision, order: { data, draft: null, key: `screens-${revision}` } },
  })
  await page.reload()
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

async function toProduct(page: Page): Promise<void> {
  await toHeld(page, 'change item')
  await orders(page).products()
  await orders(page).product('TT Pro').click()
}

const product = (page: Page) => orders(page).product('TT Pro')
const button = (name: string) => (page: Page) => orders(page).button(name)
const addSeveral = (page: Page) => orders(page).step.getByRole('button', { name: 'Add to Order' })

// With an item or without: all visits as Tom share one unsent order.
const draft = screensAt(tom, '/licenses?draft=')
const review = screensAt(tom, '/license/review')

export const licensePages: Screen[] = [
  screenAt('licenses', tom, '/licenses?show=orders', (page) => orders(page).rows.first()),
  screenAt('licenses-in-force', tom, '/licenses', (page) =>
    orders(page).held.locator('[data-index]').first(),
  ),
  screenAt('licenses-none-in-force', maya, '/licenses', byText('No licenses are in force.')),
  screenAt('licenses-none', maya, '/licenses?show=orders', byText('No Licenses Found.')),
  draft('license-new-order', button('Add Item')),
]

export const licenseLayers: Screen[] = [
  screenAt('license-details', tom, '/licenses', byRole('region', 'History'), openDetails),
  screenAt(
    'license-differences',
    curlew.orderer,
    '/licenses?compare=open',
    byText('You cancelled it as of'),
  ),
  review('license-review', byText('Kept for you only, until you save or submit it'), withItem),
  review('license-confirm', byRole('dialog', 'CONFIRM ORDER'), async (page) => {
    await withItem(page)
    await orders(page).button('Submit Order').click()
  }),
  draft('license-products', product, (page) => orders(page).button('Add Item').click()),
  screenAt('license-order-beside', tom, '/licenses?show=add_item', product, withItem),
  draft(
    'license-held',
    (page) => orders(page).held,
    (page) => toHeld(page, 'change item'),
  ),
  draft(
    'license-held-selected',
    (page) => orders(page).selection,
    (page) => select(page, 'cancel item'),
  ),
  ...(['change', 'cancel'] as const).map((what) =>
    draft(`license-${what}-several`, addSeveral, async (page) => {
      await select(page, `${what} item`)
      await orders(page)
        .selection.getByRole('button', { name: new RegExp(`^${what} 3 licenses$`, 'i') })
        .click()
    }),
  ),
  draft('license-of-product', button('Enter it by hand'), toProduct),
  draft('license-form', button('Add to Order'), async (page) => {
    await toProduct(page)
    await orders(page).button('Enter it by hand').click()
  }),
  screenAt('license-order', tom, '/licenses?order=1', (page) =>
    page.locator('[data-side-panel]').getByText('CRM id'),
  ),
  ...['Accepted', 'Rejected', 'Scheduled'].map((status) =>
    screenAt(
      `license-order-${status.toLowerCase()}`,
      dotterel.orderer,
      `/licenses?status=${status}`,
      byRole('region', 'Progress'),
      (page) => orders(page).rows.first().click(),
    ),
  ),
]

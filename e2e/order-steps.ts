import type { Page } from 'playwright-core'
import { orders } from './license-pages.ts'

/** Adds one gateway to the order and opens the review. */
export async function addGateway(page: Page, name = 'ICE Gateway'): Promise<void> {
  const { tile, product, choose, button, added } = orders(page)
  await tile('new order').click()
  await tile('add item').click()
  await product(name).click()
  await choose('Network', 'ICE')
  await button('Add to Order').click()
  await added.getByRole('button', { name: 'Review Order' }).click()
  await orders(page).notes.waitFor()
}

export const isKept = (page: Page) => page.getByText(/kept for you only, until/i).waitFor()

export const accept = (page: Page) =>
  orders(page).dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' })

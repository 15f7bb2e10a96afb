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

/** A page of a test always counts as focused. */
export const focus = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

export const accept = (page: Page) =>
  orders(page).dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' })

/** Saves the order in hand as a draft with these notes. */
export async function saveDraft(page: Page, text: string): Promise<void> {
  const { notes, button, row } = orders(page)
  await notes.fill(text)
  await button('Save Draft').click()
  await row(text).waitFor()
}

/** The number of the draft with these notes, in the list of a wide window. */
export async function draftOf(page: Page, text: string): Promise<string> {
  const edit = orders(page)
    .row(text)
    .getByRole('button', { name: /^Edit draft/ })
  return (await edit.getAttribute('aria-label'))!.replace(/\D/g, '')
}

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { orders } from './license-pages.ts'
import { phone } from './open-visit.ts'
import { pdfText } from './pdf-text.ts'
import { dunlin } from './records/license-company.ts'

const at = '/licenses?draft='
const cancelOf = (company: string) =>
  `Cancel Company relationship: clearing, TT Platform · ${company}`

const sizes = [
  { name: 'desktop', company: 'Cedar Capital', viewport: undefined, isMobile: false },
  { name: 'phone', company: 'Dogwood Trust', viewport: phone, isMobile: true },
]

test.each(sizes)(
  'of five subscriptions that look alike the chosen one ends, on a $name',
  async ({ company, viewport, isMobile }) => {
    const visitor = { as: dunlin.orderer, at, isMobile, ...(viewport && { viewport }) }
    const { page } = await visit(visitor)
    const { button, added, items, dialog, heldRow, heldBox, selection, step } = orders(page)
    const cancelOne = async (one: string) => {
      await heldBox(one).click()
      await selection.getByRole('button', { name: 'Cancel 1 license' }).click()
      await step.getByText(one).waitFor()
      await step.getByRole('button', { name: 'Add to Order' }).click()
    }
    const before = await openOnes(page)
    await cancelOne(company)
    await added.getByRole('button', { name: 'Add More' }).click()
    await expect.poll(() => heldBox(company).getAttribute('aria-disabled')).toBe('true')
    await heldRow(company).getByText('In this order, item 1', { exact: true }).waitFor()
    await heldBox(company).click({ force: true })
    await expect.poll(() => selection.count()).toBe(0)
    await cancelOne('Alder Bank')
    await added.getByRole('button', { name: 'Review Order' }).click()

    // One of them was a mistake.
    await items
      .filter({ hasText: 'Alder Bank' })
      .getByRole('button', { name: /^Delete/ })
      .click()
    await dialog('Delete Item').getByRole('button', { name: 'Delete' }).click()
    await items.filter({ hasText: company }).getByText('\u2212$50.00 a month').waitFor()
    await button('Submit Order').click()
    await dialog('CONFIRM ORDER').getByText('\u2212$50.00 a month').waitFor()
    await dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' }).click()
    await page.getByText('Order submitted.').waitFor()

    await page.goto(at)
    expect(await openOnes(page)).toEqual(before.filter((one) => one !== company))
    await heldRow(company)
      .getByText(/^Last day /)
      .waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(viewport?.width ?? 1440)

    await page.goto('/licenses?show=orders')
    await orders(page).row('Submitted').first().click()
    const panel = page.locator('[data-side-panel]')
    await panel.getByText(company).waitFor()
    const { content } = await downloaded(page, () =>
      panel.getByRole('button', { name: 'Order confirmation' }).click(),
    )
    expect(pdfText(content)).toContain(`Covers ${company}`)
  },
)

test('two people cancel one license: the second one is refused with a message, and his order is kept', async () => {
  const first = await visit({ as: dunlin.orderer, at })
  const second = await visit({ as: dunlin.other, at })
  second.problems.expect(/409/)
  for (const { page } of [first, second]) {
    const { button, added, dialog, held, step } = orders(page)
    await toCancel(page)
    await held.getByRole('button', { name: cancelOf('Elm Securities') }).click()
    await step.getByRole('button', { name: 'Add to Order' }).click()
    await added.getByRole('button', { name: 'Review Order' }).click()
    await button('Submit Order').click()
    await dialog('CONFIRM ORDER').waitFor()
  }
  const accept = (page: Page) =>
    orders(page).dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' }).click()
  await accept(first.page)
  await first.page.getByText('Order submitted.').waitFor()
  await accept(second.page)
  await second.page
    .getByText(/Item 1, Company relationship: clearing: This license is already cancelled/)
    .waitFor()
  await second.page.keyboard.press('Escape')
  await expect.poll(() => orders(second.page).items.count()).toBe(1)
})

test('a typed license is found, or the form names the search values', async () => {
  const { page } = await visit({ as: dunlin.orderer, at })
  const { tile, product, choose, field, button, added, items, products } = orders(page)
  await toCancel(page)
  await products()
  await product('TT Pro').click()
  await choose('Network', 'Eurex')
  await field('User Name').fill('nobody')
  await field('Required By').fill('12/30/2027')
  await button('Add to Order').click()
  await page.getByText('You hold no license of TT Pro on Eurex for nobody.').waitFor()
  expect(await added.count()).toBe(0)

  await tile('add item').click()
  await product('TT Pro').click()
  await choose('Network', 'Eurex')
  await field('User Name').fill('greta')
  await button('Add to Order').click()
  await added.getByRole('button', { name: 'Review Order' }).click()
  await button('Submit Order').click()
  await orders(page)
    .dialog('CONFIRM ORDER')
    .getByRole('button', { name: 'Accept and Submit' })
    .click()
  await page.getByText('Order submitted.').waitFor()
  await page.goto(at)
  await toCancel(page)
  await products()
  await product('TT Pro').click()
  await button('Enter it by hand').click()
  await choose('Network', 'Eurex')
  await field('User Name').fill('Greta')
  await field('Required By').fill('12/30/2027')
  await button('Add to Order').click()
  await added.getByRole('button', { name: 'Review Order' }).click()
  await items.getByText('\u2212$1,575.00 a month').waitFor()
})

async function toCancel(page: Page) {
  await page.getByText("You haven't added an item to this order.").waitFor()
  await page.getByRole('button', { name: 'Cancel Item', exact: true }).click()
}

/** The companies whose subscription is not cancelled. */
async function openOnes(page: Page): Promise<string[]> {
  const { held } = orders(page)
  await toCancel(page)
  const rows = held.locator('[data-index]')
  await expect.poll(() => rows.count()).toBe(dunlin.covered.length)
  const texts = await rows.allInnerTexts()
  return dunlin.covered.filter((company) =>
    texts.some((text) => text.includes(company) && !text.includes('Last day')),
  )
}

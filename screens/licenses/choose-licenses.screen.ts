import type { KeepUnsentOrder } from '@portal/domain/licenses/licenses.schema'
import { expect, test } from 'vitest'
import { orders } from '../../e2e/license-pages.ts'
import { desktop, onPhone, phone, tablet } from '../../e2e/open-visit.ts'
import { screen } from '../screen.ts'
import { as, building, holds, license } from './given-orders.ts'

const at = '/licenses?draft='

test('all licenses of a leaver are canceled together, and others change their network: the order has an item for each', async () => {
  const all = [
    license('jo.parr', { monthlyPrice: null }),
    license('jo.parr', { licenseId: 'L-ice', networkName: 'ICE', monthlyPrice: 1250 }),
    license('kim.voss'),
    license('max.orr', { networkName: 'ICE' }),
    license('bob.listed', { monthlyPrice: 735, isListPrice: true }),
  ]
  const { page, desk } = await screen({ as, at, answers: { ...holds(all), ...building().kept } })
  const { tile, held, heldRow, heldBox, selection, step, added, items, button, choose } =
    orders(page)
  await button('Cancel Item').click()
  await heldRow('bob.listed').getByText('list price').waitFor()
  await page.getByRole('searchbox', { name: 'Search your licenses' }).fill('JO.PARR')
  await expect.poll(() => held.locator('[data-index]').count()).toBe(2)
  await held.getByRole('checkbox', { name: 'Select all 2' }).click()
  await page.getByRole('searchbox', { name: 'Search your licenses' }).fill('bob')
  await heldBox('bob.listed').click()
  await selection.getByText('3 selected (2 not shown)').waitFor()
  await selection.getByText('$1,985.00 USD a month by our records and list prices').waitFor()
  await selection.getByRole('button', { name: 'Cancel 3 licenses' }).click()
  await step.getByText('No known price').waitFor()
  await step
    .getByText('Change in monthly cost: \u2212$1,985.00 a month by our records and')
    .waitFor()
  await step.getByRole('button', { name: 'Add to Order' }).click()
  await added.getByText('3 items have been added to your order.').waitFor()
  await added.getByRole('button', { name: 'Add More' }).click()
  await expect.poll(() => selection.count()).toBe(0)

  await page.getByRole('searchbox', { name: 'Search your licenses' }).fill('')
  await tile('change item').click()
  await expect.poll(() => held.getByText(/^In this order, item [123]$/).count()).toBe(3)
  await expect.poll(() => heldBox('bob.listed').getAttribute('aria-disabled')).toBe('true')
  await heldBox('kim.voss').click()
  await heldBox('max.orr').click()
  await selection.getByRole('button', { name: 'Change 2 licenses' }).click()
  await step.getByText('Change at least one of the values.').first().waitFor()
  await choose('Network', 'ICE')
  await step.getByText('These values do not change 1 of the licenses.').waitFor()
  await step.getByRole('button', { name: 'Add to Order' }).click()
  await added.getByRole('button', { name: 'Review Order' }).click()
  await items.filter({ hasText: 'Eurex → ICE · kim.voss' }).waitFor()
  await page.getByText('\u2212$1,985.00 a month by our records and list prices').first().waitFor()
  await page.getByText('Kept for you only').waitFor()
  const sent = desk.asked('keepUnsentOrder').at(-1)!.body as KeepUnsentOrder
  const ids = sent.order?.data.lineItems.map(({ licenseId }) => licenseId)
  expect(ids).toEqual(['L-bob.listed', 'L-jo.parr', 'L-ice', 'L-kim.voss'])
})

test('licenses with equal rows show their ids; a license that ends while chosen leaves the selection and is not added', async () => {
  const alike = ['L-1', 'L-2'].map((licenseId) => license('', { licenseId, productSku: '30010' }))
  const all = [...alike, license('cy.ends'), license('dee.stays')]
  const { page, desk } = await screen({ as, at, answers: { ...holds(all), ...building().kept } })
  const { heldRow, heldBox, selection, step, added, items, button } = orders(page)
  const without = (...ids: string[]) =>
    desk.answer(holds(all.filter(({ licenseId }) => !ids.includes(licenseId))))
  await button('Cancel Item').click()
  for (const text of ['License L-1', 'License L-2', 'cy.ends', 'dee.stays'])
    await heldBox(text).click()
  without('L-cy.ends')
  await page.getByRole('searchbox', { name: 'Search your licenses' }).fill('dee')
  await page.getByText('1 license is no longer in force and left the selection.').first().waitFor()
  await selection.getByText('3 selected (2 not shown)').waitFor()
  await selection.getByRole('button', { name: 'Cancel 3 licenses' }).click()
  await step.getByText('License L-1').waitFor()
  without('L-cy.ends', 'L-2')
  await step.getByRole('button', { name: 'Add to Order' }).click()
  await page
    .getByText('1 license is no longer in force and could not be added to the order.')
    .first()
    .waitFor()
  await added.getByRole('button', { name: 'Add More' }).click()
  await heldRow('dee.stays')
    .getByText(/^In this order/)
    .waitFor()
  await page.getByRole('button', { name: 'new order' }).click()
  await expect.poll(() => items.count()).toBe(2)
  await page.getByText('Kept for you only').waitFor()
})

/** As many licenses as the largest companies hold. */
const many = Array.from({ length: 3000 }, (_, nth) =>
  license(`trader-${String(nth + 1).padStart(4, '0')}`),
)

test('of 3,000 licenses few are in the document; keys and Shift select, and an order has room for 500 of any page', async () => {
  const { page } = await screen({ as, at, answers: holds(many) })
  const { held, heldRow, heldBox, selection, step, button } = orders(page)
  await button('Change Item').click()
  const rows = held.locator('[data-index]')
  await rows.first().waitFor()
  await page.getByText('3,000 licenses', { exact: true }).waitFor()
  expect(await held.getAttribute('aria-rowcount')).toBe(String(500 + 1))
  expect(await rows.count()).toBeLessThanOrEqual(60)
  // Only the list scrolls.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)

  await rows.first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await selection.getByText('3 selected', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await selection.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await step.getByText('Change 1 license').waitFor()
  await page.goBack()
  await step.waitFor({ state: 'detached' })

  await heldBox('trader-0007').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('501–1,000 of 3,000').waitFor()
  // Until its rows have loaded, the rows of the previous page are shown and would be selected.
  await heldRow('trader-0501').waitFor()
  await held.getByRole('checkbox', { name: 'Select all 500' }).click()
  await selection.getByText('501 selected (1 not shown)').waitFor()
  const action = selection.getByRole('button', { name: 'Change 501 licenses' })
  expect(await action.getAttribute('aria-disabled')).toBe('true')
  await selection.getByRole('status').getByText('Your order has room for 500 more items.').waitFor()
  await page.getByRole('searchbox', { name: 'Search your licenses' }).fill('no such trader')
  await page.getByText('No license matches the search.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rows.first().waitFor()
})

test('on a phone licenses are cards of 60 pixels, a tap anywhere selects, and the action is within reach of the thumb', async () => {
  const answers = holds(many)
  const { page } = await screen({ as, at, ...onPhone, answers })
  const { held, heldRow, selection, step, button } = orders(page)
  await button('Cancel Item').tap()
  // The first card is below a heading.
  const second = held.locator('[data-index="1"]')
  await second.waitFor()
  expect((await second.boundingBox())!.height).toBeLessThan(62)
  expect((await second.getByRole('checkbox').boundingBox())!.width).toBeGreaterThanOrEqual(44)
  await second.tap()
  await held.locator('[data-index="2"]').tap()
  const action = selection.getByRole('button', { name: 'Cancel 2 licenses' })
  const box = (await action.boundingBox())!
  expect(box.height).toBeGreaterThanOrEqual(44)
  expect(box.y).toBeGreaterThan(phone.height - 120)
  await action.tap()
  const add = (await step.getByRole('button', { name: 'Add to Order' }).boundingBox())!
  expect(add.y).toBeGreaterThan(phone.height - 120)
  await page.goBack()
  await step.waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Search your licenses' }).fill('trader-0042')
  await heldRow('trader-0042').tap()
  await selection.getByText('3 selected (2 not shown)').waitFor()

  // All tabs are visible at each width, with equal heights.
  for (const [viewport, lines] of [
    [phone, 2],
    [tablet, 1],
    [desktop, 1],
  ] as const) {
    await page.setViewportSize(viewport)
    const tiles = page.getByRole('navigation', { name: 'Orders', exact: true }).getByRole('button')
    const boxes = () =>
      tiles.evaluateAll((all) =>
        all.map((one) => {
          const { top, height, left, right } = one.getBoundingClientRect()
          return { top, height, isInSight: left >= 0 && right <= innerWidth }
        }),
      )
    await expect.poll(async () => new Set((await boxes()).map(({ top }) => top)).size).toBe(lines)
    expect((await boxes()).map(({ isInSight }) => isInSight)).toEqual(Array(6).fill(true))
    expect(new Set((await boxes()).map(({ height }) => height)).size).toBe(1)
    const sideways = () => document.documentElement.scrollWidth - innerWidth
    expect(await page.evaluate(sideways)).toBe(0)
  }
})

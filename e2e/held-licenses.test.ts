import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { clickTwiceAtOnce } from './click-twice.ts'
import { orders } from './license-pages.ts'
import { phone, tablet } from './open-visit.ts'
import { inDatabase } from './portal-database.ts'
import { knot, leavers } from './records/held-companies.ts'

const at = '/licenses?draft='
const sizes = [
  { name: 'desktop' as const, viewport: undefined, isMobile: false },
  { name: 'phone' as const, viewport: phone, isMobile: true },
]

test.each(sizes)(
  'three licenses of a leaver are cancelled in one order, and two move to another network, on a $name',
  async ({ name, viewport, isMobile }) => {
    const { accountId, orderer } = leavers[name]
    const looks = { isMobile, ...(viewport && { viewport }) }
    const { page } = await visit({ as: orderer, at, ...looks })
    const { tile, held, heldRow, heldBox, selection, step, added, items, dialog, button } =
      orders(page)
    await button('Cancel Item').click()
    const search = page.getByRole('searchbox', { name: 'Search your licenses' })
    await search.fill('JO.PARR')
    await expect.poll(() => held.locator('[data-index]').count()).toBe(3)
    if (isMobile) {
      await heldBox('jo.parr').first().click()
      await selection.getByRole('button', { name: 'Select all 3' }).click()
    } else await held.getByRole('checkbox', { name: 'Select all 3' }).click()
    await selection.getByText('3 selected', { exact: true }).waitFor()
    expect(await selection.getByRole('status').innerText()).toContain('$2,942.25 USD a month')
    const action = selection.getByRole('button', { name: 'Cancel 3 licenses' })
    await action.click()
    const prices = step.getByRole('list', { name: 'Chosen licenses' }).getByText('USD a month')
    await expect.poll(() => prices.count()).toBe(3)
    await step.getByText('Change in monthly cost: \u2212$2,942.25 a month').waitFor()
    expect(await step.getByRole('textbox').count()).toBe(1)
    await clickTwiceAtOnce(step.getByRole('button', { name: 'Add to Order' }))
    await added.getByText('3 items have been added to your order.').waitFor()
    await added.getByRole('button', { name: 'Add More' }).click()
    await expect.poll(() => selection.count()).toBe(0)
    await expect.poll(() => held.getByText(/^In this order, item [123]$/).count()).toBe(3)
    await expect
      .poll(() => held.locator('[data-index] [role=checkbox]:not([aria-disabled])').count())
      .toBe(0)

    await tile('change item').click()
    await heldRow('In this order').first().waitFor()
    await heldBox('kim.voss').click()
    await heldBox('lee.ahn').click()
    await heldBox('max.orr').click()
    await selection.getByRole('button', { name: 'Change 3 licenses' }).click()
    await step.getByText('Change at least one of the values.').first().waitFor()
    await orders(page).choose('Network', 'ICE')
    await step.getByText('These values do not change 1 of the licenses.').waitFor()
    await step.getByRole('button', { name: 'Add to Order' }).click()
    await added.getByText('2 items have been added to your order.').waitFor()
    await added.getByRole('button', { name: 'Review Order' }).click()
    await expect.poll(() => items.count()).toBe(5)
    const kims = items.filter({ hasText: 'Eurex → ICE · kim.voss' })
    await kims.getByRole('button', { name: /^Edit item/ }).click()
    // The form of an item offers what the form of the license offered.
    await dialog('Edit Item').getByRole('textbox', { name: 'User Name' }).waitFor()
    expect(await dialog('Edit Item').getByRole('textbox', { name: 'IP address' }).count()).toBe(0)
    await dialog('Edit Item').getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await button('Submit Order').click()
    await dialog('CONFIRM ORDER').getByText('\u2212$2,942.25 a month').waitFor()
    await dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' }).click()
    await page.getByText('Order submitted.').waitFor()
    expect(await statesOf(accountId)).toEqual([
      'CME Globex jo.parr ends',
      'Eurex jo.parr ends',
      'ICE jo.parr ends',
      'ICE kim.voss',
      'ICE lee.ahn',
      'ICE max.orr',
    ])
    await page.goto(at)
    await button('Change Item').click()
    await expect
      .poll(() =>
        heldRow('jo.parr')
          .getByText(/^Last day /)
          .count(),
      )
      .toBe(3)
    expect(await heldBox('jo.parr').first().getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => sideways(page)).toBe(0)
  },
)

/** The licenses of persons with a short name, as last ordered. */
const statesOf = (accountId: string) =>
  inDatabase(portal.dataDir, async (database) => {
    const { rows } = await database.query<{ state: string }>(
      `select network_name || ' ' || user_name || case when ends_on is null then '' else ' ends' end as state
         from license where account_id = $1 and length(user_name) between 1 and 20 order by 1`,
      [accountId],
    )
    return rows.map(({ state }) => state)
  })

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('licenses that look alike show their ids, and one that another tab took is not added twice', async () => {
  const { page, context } = await visit({ as: leavers.desktop.orderer, at })
  const { heldRow, held, step, added, button, items } = orders(page)
  await button('Cancel Item').click()
  const alike = heldRow('CME Gateway')
  await expect.poll(() => alike.filter({ hasText: /License P-\d+/ }).count()).toBe(2)
  const id = /License (P-\d+)/.exec(await alike.first().innerText())![1]!
  await held.getByRole('button', { name: new RegExp(`license ${id}$`) }).click()
  await step.getByText(`License ${id}`).waitFor()
  // Meanwhile another tab orders the same.
  const twin = await context.newPage()
  await twin.goto(at)
  const second = orders(twin)
  await second.button('Cancel Item').click()
  await second.held.getByRole('button', { name: new RegExp(`license ${id}$`) }).click()
  await second.step.getByRole('button', { name: 'Add to Order' }).click()
  await second.added.getByRole('button', { name: 'Review Order' }).click()
  await step.getByRole('button', { name: 'Add to Order' }).click()
  await page.getByText('Already in this order.').first().waitFor()
  expect(await added.count()).toBe(0)
  await page.keyboard.press('Escape')
  await heldRow(`License ${id}`).getByText('In this order, item 1').waitFor()

  // The item that was asked about is deleted, not the one in its place.
  await expect.poll(() => second.items.count()).toBe(1)
  await second.button('Add Item').click()
  await second.product('ICE Gateway').click()
  await second.choose('Network', 'ICE')
  await second.button('Add to Order').click()
  await second.added.getByRole('button', { name: 'Review Order' }).click()
  await second.items
    .filter({ hasText: 'ICE Gateway' })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('button', { name: 'new order' }).click()
  await items
    .filter({ hasText: 'CME Gateway' })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await orders(page).dialog('Delete Item').getByRole('button', { name: 'Delete' }).click()
  // Hidden from roles by the dialog above it.
  const lines = twin.locator('[aria-label="Items of the order"] li')
  await expect.poll(() => lines.count()).toBe(1)
  await second.dialog('Delete Item').getByRole('button', { name: 'Delete' }).click()
  await twin.getByText("You haven't added an item to this order.").waitFor()
})

test('of 3,000 licenses few are in the document; keys and Shift select, and an order has room for 500 of any page', async () => {
  const { page } = await visit({ as: knot.orderer, at })
  const { held, heldRow, heldBox, selection, step, button } = orders(page)
  await button('Change Item').click()
  const rows = held.locator('[data-index]')
  await rows.first().waitFor()
  await page.getByText('3,000 licenses', { exact: true }).waitFor()
  expect(await held.getAttribute('aria-rowcount')).toBe(String(500 + 1))
  expect(await rows.count()).toBeLessThanOrEqual(60)
  expect(await held.locator('[tabindex="0"]').count()).toBe(1)
  // The list is the only scroller: the page does not scroll, and no part of a row does.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)

  await rows.first().focus()
  await page.keyboard.press('x')
  await selection.getByText('1 selected', { exact: true }).waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await selection.getByText('3 selected', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await selection.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await step.getByText('Change 1 license').waitFor()
  await page.goBack()
  await step.waitFor({ state: 'detached' })
  await held.waitFor()

  const search = page.getByRole('searchbox', { name: 'Search your licenses' })
  await search.fill('trader-0007')
  await page.getByText('1 license found').waitFor()
  await heldBox('trader-0007').click()
  await search.fill('')
  await page
    .getByRole('navigation', { name: 'Pages of your licenses' })
    .getByText('1–500 of 3,000')
    .waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('501–1,000 of 3,000').waitFor()
  // Until its rows have loaded, those of the page before are shown and would be selected.
  await heldRow('trader-2501').waitFor()
  await selection.getByText('1 selected (1 not shown)').waitFor()
  await held.getByRole('checkbox', { name: 'Select all 500' }).click()
  await selection.getByText('501 selected (1 not shown)').waitFor()
  const action = selection.getByRole('button', { name: 'Change 501 licenses' })
  expect(await action.getAttribute('aria-disabled')).toBe('true')
  await selection.getByRole('status').getByText('Your order has room for 500 more items.').waitFor()
  await search.fill('no such trader')
  await page.getByText('No license matches the search.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rows.first().waitFor()
})

test.each([
  ['desktop', { width: 1440, height: 900 }, false, 1],
  ['tablet', tablet, false, 1],
  ['phone', phone, true, 2],
])('all tabs of a %s are in sight, of one height', async (_, viewport, isMobile, lines) => {
  const { page } = await visit({ as: knot.orderer, at, viewport, isMobile })
  await orders(page).button('Cancel Item').click()
  await orders(page).held.locator('[data-index]').first().waitFor()
  const tiles = page.getByRole('navigation', { name: 'Orders', exact: true }).getByRole('button')
  const boxes = await tiles.evaluateAll((all) =>
    all.map((one) => {
      const { top, height, left, right } = one.getBoundingClientRect()
      return { top, height, isInSight: left >= 0 && right <= innerWidth }
    }),
  )
  expect(boxes).toHaveLength(6)
  expect(new Set(boxes.map(({ height }) => height)).size).toBe(1)
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(lines)
  expect(boxes.every(({ isInSight }) => isInSight)).toBe(true)
  await expect.poll(() => sideways(page)).toBe(0)
})

test('on a phone licenses are cards of 60 pixels, a tap anywhere selects, and the action is in reach of the thumb', async () => {
  const { page } = await visit({ as: knot.orderer, at, viewport: phone, isMobile: true })
  const { held, heldRow, heldBox, selection, step, button } = orders(page)
  await button('Cancel Item').click()
  await held.locator('[data-index]').first().waitFor()
  // The first card is below a heading.
  const second = held.locator('[data-index="1"]')
  expect((await second.boundingBox())!.height).toBeLessThan(62)
  expect((await second.getByRole('checkbox').boundingBox())!.width).toBeGreaterThanOrEqual(44)
  await second.tap()
  await held.locator('[data-index="2"]').tap()
  const action = selection.getByRole('button', { name: 'Cancel 2 licenses' })
  const box = (await action.boundingBox())!
  expect(box.height).toBeGreaterThanOrEqual(44)
  expect(box.y).toBeGreaterThan(phone.height - 120)
  await action.tap()
  await step.getByText('trader-').first().waitFor()
  const add = (await step.getByRole('button', { name: 'Add to Order' }).boundingBox())!
  expect(add.y).toBeGreaterThan(phone.height - 120)
  await page.goBack()
  await step.waitFor({ state: 'detached' })
  await selection.getByText('2 selected', { exact: true }).waitFor()
  // What is selected, and the button beside it, are apart on a narrow phone.
  await page.getByRole('searchbox', { name: 'Search your licenses' }).fill('trader-004')
  await selection.getByText('2 selected (2 not shown)').waitFor()
  await selection.getByRole('button', { name: /^Select all/ }).waitFor()
  const areApart = () =>
    selection.evaluate((bar) => {
      const rectOf = (text: RegExp) => {
        const walker = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT)
        const range = document.createRange()
        while (walker.nextNode())
          if (text.test(walker.currentNode.textContent ?? '')) {
            range.selectNodeContents(walker.currentNode)
            return range.getBoundingClientRect()
          }
        throw new Error(`no text ${text}`)
      }
      const [hidden, all] = [rectOf(/not shown/), rectOf(/^Select all/)]
      return hidden.right < all.left || hidden.top > all.bottom - 3
    })
  await page.setViewportSize({ ...phone, width: 340 })
  await expect.poll(areApart).toBe(true)
  await page.setViewportSize(phone)
  await page.getByRole('searchbox', { name: 'Search your licenses' }).fill('trader-0042')
  await heldRow('trader-0042').tap()
  await selection.getByText('3 selected (2 not shown)').waitFor()
  await expect.poll(() => heldBox('trader-0042').getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => sideways(page)).toBe(0)
})

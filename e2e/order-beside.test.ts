import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { wideLists } from './fits.ts'
import { orders } from './license-pages.ts'
import { withItem } from './license-screens.ts'
import { desktop, phone, tablet } from './open-visit.ts'
import { luis } from './people.ts'
import { stint } from './records/license-company.ts'
import { newcomer } from './team-calls.ts'

const at = '/licenses?show=add_item'

/** A new person: the portal asks a person with a begun order about it at every draft, also in another test. */
const orderer = () => newcomer(luis, 'Uma', 'Beside', ['AccessLicenses'])

test('the order stands beside the products while items are added, in every tab, and is submitted from there', async () => {
  const viewport = { width: 1280, height: 720 }
  const { page, context } = await visit({ as: stint.orderer, at, viewport })
  const { tile, product, choose, button, added, notes, dialog } = orders(page)
  const order = page.getByRole('complementary', { name: 'Your order' })
  const items = order.getByRole('listitem')
  const review = button('Review Order · 1 item')
  // An empty order takes no width from the products.
  await product('ICE Gateway').waitFor()
  expect(await order.count()).toBe(0)

  const add = async (name: string, network: string) => {
    await product(name).click()
    await choose('Network', network)
    await button('Add to Order').click()
    await added.getByRole('button', { name: 'Add More' }).click()
  }
  await add('ICE Gateway', 'ICE')
  await order.getByText('1 item', { exact: true }).waitFor()
  await product('ICE Gateway').getByText('In this order').waitFor()
  expect(await product('CME Gateway').getByText('In this order').count()).toBe(0)
  await order
    .getByText(/^\+\$1,800\.00 a month/)
    .first()
    .waitFor()
  await notes.fill('Please call first')
  await add('CME Gateway', 'CME Globex')
  await order.getByText('2 items', { exact: true }).waitFor()
  await order.getByText(/^\+\$3,600\.00 a month/).waitFor()
  await order.getByText('Kept for you only, until you save or submit it').waitFor()
  // What sums it up and the way on are in the window, whatever the list shows.
  const submit = order.getByRole('button', { name: 'Submit Order' })
  for (const one of [order.getByText('2 items', { exact: true }), submit]) {
    const box = (await one.boundingBox())!
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.y + box.height).toBeLessThanOrEqual(viewport.height)
  }

  // The other steps show the same order, and so does another tab.
  await tile('change item').click()
  await expect.poll(() => notes.inputValue()).toBe('Please call first')
  const twin = await context.newPage()
  await twin.goto(at)
  const other = twin.getByRole('complementary', { name: 'Your order' })
  await other.getByRole('button', { name: 'Delete item 1, ICE Gateway' }).click()
  await twin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => items.count()).toBe(1)
  await twin.close()

  // In a narrower window it is reviewed in its own step, to which one button leads; on a phone it stays in the window.
  for (const narrower of [phone, tablet]) {
    await page.setViewportSize(narrower)
    await order.waitFor({ state: 'detached' })
    await page.mouse.wheel(0, 400)
    const { y, height } = (await review.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(narrower.height)
    await review.click()
    await button('Submit Order').waitFor()
    expect(await review.count()).toBe(0)
    await tile('add item').click()
  }
  await review.click()
  await button('Submit Order').waitFor()
  await page.setViewportSize(viewport)
  await button('Submit Order').waitFor()
  expect(await order.count()).toBe(0)
  await tile('add item').click()
  await submit.click()
  const confirm = dialog('CONFIRM ORDER')
  await confirm.getByText('+$1,800.00').first().waitFor()
  await confirm.getByRole('button', { name: 'Accept and Submit' }).click()
  await page.getByText('Order submitted.').waitFor()
  await orders(page).row('Stella Rook').getByText('Submitted').waitFor()
  await tile('new order').hover()
  await tile('add item').click()
  await product('ICE Gateway').waitFor()
  expect(await order.count()).toBe(0)
})

test.each([
  ['beside the order', desktop],
  ['on a tablet', tablet],
  ['on a phone', phone],
])('%s each license to choose has its price, and since when it runs', async (_, viewport) => {
  const { page } = await visit({ as: await orderer(), at: '/licenses?show=change_item', viewport })
  await withItem(page)
  const { heldRow } = orders(page)
  const row = heldRow('Cabinet').first()
  const price = row.getByText('$2,150.00', { exact: true })
  await price.waitFor()
  await row.getByText('since 08/01/2024').waitFor()
  // In one line, and nothing of the row is beside the list.
  expect((await price.boundingBox())!.height).toBeLessThan(24)
  expect(await wideLists(page)).toEqual([])
})

test('beside the order the search and the filters are one line', async () => {
  const { page } = await visit({ as: await orderer(), at: '/licenses?show=cancel_item' })
  await withItem(page)
  await page.getByRole('complementary', { name: 'Your order' }).waitFor()
  await orders(page).heldRow('Cabinet').first().waitFor()
  const controls = ['Show', 'Group by'].map((name) => page.getByRole('combobox', { name }))
  const boxes = await Promise.all(controls.map((one) => one.boundingBox()))
  expect(new Set(boxes.map((box) => box!.y)).size).toBe(1)
})

test('a window that becomes narrower loses nothing that is typed or asked beside the products', async () => {
  const wide = { width: 1300, height: 720 }
  const narrower = { width: 1200, height: 720 }
  const { page, problems } = await visit({ as: stint.orderer, at, viewport: wide })
  problems.expect(/409/)
  const { product, choose, button, added, notes, dialog, tile } = orders(page)
  const order = page.getByRole('complementary', { name: 'Your order' })
  await product('ICE Gateway').click()
  await choose('Network', 'ICE')
  await button('Add to Order').click()
  await added.getByRole('button', { name: 'Add More' }).click()

  await notes.click()
  await page.keyboard.type('half a sen')
  await page.setViewportSize(narrower)
  await page.keyboard.type('tence')
  expect(await notes.inputValue()).toBe('half a sentence')
  await page.setViewportSize(wide)
  expect(await notes.inputValue()).toBe('half a sentence')

  const refusal = { message: 'Someone else submitted this order first.' }
  // The answer to a submission comes when there is no room any more.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\/license(\/\d+)?(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await held
    await route.fulfill({ status: 409, json: refusal })
  })
  await order.getByRole('button', { name: 'Submit Order' }).click()
  const confirm = dialog('CONFIRM ORDER')
  await confirm.getByRole('button', { name: 'Accept and Submit' }).click()
  await page.setViewportSize(narrower)
  answer()
  await confirm.getByText(refusal.message).waitFor()
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  // It covers a part of the page until it is closed; then its button leads to it.
  await order.getByRole('button', { name: 'Close' }).click()
  await order.waitFor({ state: 'detached' })
  await button('Review Order · 1 item').click()
  expect(await notes.inputValue()).toBe('half a sentence')
  await tile('add item').click()

  // Also without the focus, which a browser may not give to a clicked button.
  await page.setViewportSize(wide)
  await page.route(/\/license\/check/, (route) => route.fulfill({ status: 409, json: refusal }))
  await order.getByRole('button', { name: 'Submit Order' }).click()
  await order.getByRole('alert').getByText(refusal.message).waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.setViewportSize(narrower)
  await order.getByRole('alert').getByText(refusal.message).waitFor()
  // What was left there does not cover the next thing.
  await tile('all orders').click()
  await order.waitFor({ state: 'detached' })
  await tile('new order').click()
  await tile('add item').click()
  await product('ICE Gateway').waitFor()
  expect(await order.count()).toBe(0)
})

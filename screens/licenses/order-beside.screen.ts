import { expect, test } from 'vitest'
import { wideLists } from '../../e2e/fits.ts'
import { orders } from '../../e2e/license-pages.ts'
import { desktop, phone, tablet } from '../../e2e/open-visit.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { as, building, gateway, holds, license } from './given-orders.ts'

const at = '/licenses?show=add_item'
const viewport = { width: 1280, height: 720 }

test('the order is beside the products while items are added; in a narrower window a button leads to the order', async () => {
  const { kept, saved } = building()
  const answers = { ...kept, ...saved, checkOrder: [] }
  const { page } = await screen({ as, at, viewport, answers })
  const { tile, product, choose, button, added, notes, dialog } = orders(page)
  const order = page.getByRole('complementary', { name: 'Your order' })
  const review = button('Review Order · 1 item')
  // An empty order takes no width from the products.
  await product('ICE Gateway').click()
  expect(await order.count()).toBe(0)
  await choose('Network', 'ICE')
  await button('Add to Order').click()
  await added.getByRole('button', { name: 'Add More' }).click()
  await order.getByText('1 item', { exact: true }).waitFor()
  await product('ICE Gateway').getByText('In this order').waitFor()
  expect(await product('CME Gateway').getByText('In this order').count()).toBe(0)
  await order
    .getByText(/^\+\$1,800\.00 a month/)
    .first()
    .waitFor()
  await notes.fill('Please call first')
  await order.getByText('Kept for you only, until you save or submit it').waitFor()
  // The total and the buttons are visible, whatever the list shows.
  const submit = order.getByRole('button', { name: 'Submit Order' })
  for (const one of [order.getByText('1 item', { exact: true }), submit]) {
    const box = (await one.boundingBox())!
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.y + box.height).toBeLessThanOrEqual(viewport.height)
  }
  // The order would stay while its notes have the focus.
  await product('CME Gateway').focus()
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
  await page.setViewportSize(viewport)
  await expect.poll(() => notes.inputValue()).toBe('Please call first')
  await submit.click()
  await dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' }).click()
  await page.getByText('Order submitted.').waitFor()
  await tile('new order').hover()
  await tile('add item').click()
  await product('ICE Gateway').waitFor()
  expect(await order.count()).toBe(0)
})

test('beside the order each license has its price and its first day in one line, at every width', async () => {
  const { listHeldLicenses, getHeldCosts } = holds(['ann', 'ben'].map((user) => license(user)))
  const { getUnsentOrder } = building([gateway]).kept
  const { page } = await screen({
    as,
    at: '/licenses?show=cancel_item',
    answers: { listHeldLicenses, getHeldCosts, getUnsentOrder },
  })
  const row = orders(page).heldRow('ben')
  await page.getByRole('complementary', { name: 'Your order' }).waitFor()
  const controls = ['Show', 'Group by'].map((name) => page.getByRole('combobox', { name }))
  const boxes = await Promise.all(controls.map((one) => one.boundingBox()))
  expect(new Set(boxes.map((box) => box!.y)).size).toBe(1)
  for (const size of [desktop, tablet, phone]) {
    await page.setViewportSize(size)
    await row.getByText('since 02/01/2026').waitFor()
    const price = row.getByText('$1,575.00', { exact: true })
    expect((await price.boundingBox())!.height).toBeLessThan(24)
    expect(await wideLists(page)).toEqual([])
  }
})

test('a window that becomes narrower keeps entries and questions beside the products', async () => {
  const narrower = { width: 1200, height: 720 }
  const words = 'Someone else submitted this order first.'
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const { page, problems, desk } = await screen({
    as,
    at,
    viewport,
    answers: {
      ...building([gateway]).kept,
      checkOrder: [],
      createOrder: () => answered.then(() => refusal(409, words)),
    },
  })
  problems.expect(/40[09]/)
  const { product, button, notes, dialog, tile } = orders(page)
  const order = page.getByRole('complementary', { name: 'Your order' })
  await notes.click()
  await page.keyboard.type('half a sen')
  await page.setViewportSize(narrower)
  await page.keyboard.type('tence')
  await page.setViewportSize(viewport)
  expect(await notes.inputValue()).toBe('half a sentence')

  // The response to a submission arrives when there is no more room.
  await order.getByRole('button', { name: 'Submit Order' }).click()
  const confirm = dialog('CONFIRM ORDER')
  await confirm.getByRole('button', { name: 'Accept and Submit' }).click()
  await page.setViewportSize(narrower)
  answer()
  await confirm.getByText(words).waitFor()
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  // The order covers a part of the page until it is closed; then its button opens it.
  await order.getByRole('button', { name: 'Close' }).click()
  await order.waitFor({ state: 'detached' })
  await button('Review Order · 1 item').click()
  expect(await notes.inputValue()).toBe('half a sentence')
  await tile('add item').click()

  // Also without the focus, because a browser may not focus a clicked button.
  await page.setViewportSize(viewport)
  desk.answer({ checkOrder: refusal(400, words) })
  await order.getByRole('button', { name: 'Submit Order' }).click()
  await order.getByRole('alert').getByText(words).waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.setViewportSize(narrower)
  await order.getByRole('alert').getByText(words).waitFor()
  // An order that was left open does not cover the next content.
  await tile('all orders').click()
  await order.waitFor({ state: 'detached' })
  await tile('new order').click()
  await tile('add item').click()
  await product('ICE Gateway').waitFor()
  expect(await order.count()).toBe(0)
})

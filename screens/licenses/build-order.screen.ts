import type { SaveOrder } from '@portal/domain/licenses/licenses.schema'
import { expect, test } from 'vitest'
import { isFocused } from '../../e2e/is-focused.ts'
import { orders } from '../../e2e/license-pages.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { now } from '../world.ts'
import { as, building, gateway, holds, license, orderOf } from './given-orders.ts'

test('each kind of item is added; a form names its missing fields before it adds an item', async () => {
  const held = holds([license('first.trader'), license('old.trader')])
  const { page } = await screen({
    as,
    at: '/licenses?show=orders',
    answers: { ...held, ...building().kept },
  })
  const { tile, product, choose, field, button, added, items, notes, dialog } = orders(page)
  const { step, products, heldOfProduct } = orders(page)
  // Hovering the second tile shows the others.
  await tile('new order').hover()
  await tile('add item').click()
  await product('TT Pro').click()
  await expect.poll(() => button('Add to Order').getAttribute('aria-disabled')).toBe('true')
  await page.getByText('Fill in all the fields to submit changes.').first().waitFor()
  await field('User Name').focus()
  await page.keyboard.press('Tab')
  await page.getByText('Please enter the user name.').waitFor()
  await page.getByRole('combobox', { name: 'Network' }).focus()
  await page.keyboard.press('Tab')
  await page.getByText('Please select a network.').waitFor()
  await choose('Network', 'Eurex')
  await field('User Name').fill('ann.lee')
  await button('Add to Order').click()
  await added.getByText('1 item has been added to your order.').waitFor()
  await added.getByRole('button', { name: 'Add More' }).click()

  await product('Company relationship: clearing').click()
  const fees = dialog('SUBSCRIPTION SERVICE FEES')
  await fees.getByRole('button', { name: 'Add to Order' }).click()
  await fees.getByText('Fill in all the fields to add the item(s) to your order.').waitFor()
  await fees.getByLabel(/Company names/).fill('Northgate, Harbour Bank')
  await fees.getByText('TT Platform').waitFor()
  await fees.getByRole('button', { name: 'Add to Order' }).click()
  await added.getByRole('button', { name: 'Add More' }).click()

  await tile('cancel item').click()
  await products()
  await product('TT Pro').click()
  await heldOfProduct('TT Pro')
    .getByRole('button', { name: /^Cancel .* first.trader/ })
    .click()
  await step.getByText('Eurex · first.trader').waitFor()
  await step.getByRole('button', { name: 'Change selection' }).click()
  await button('Enter it by hand').click()
  await field('Required By').fill('13/45/2026')
  await page.getByText('Date input not valid.').waitFor()
  await field('Required By').fill('12/05/2026')
  await choose('Network', 'Eurex')
  await field('User Name').fill('new.trader')
  await button('Add to Order').click()
  await page.getByText('You hold no license of TT Pro on Eurex for new.trader.').waitFor()
  await field('User Name').fill('First.Trader')
  await button('Add to Order').click()
  await added.getByRole('button', { name: 'Review Order' }).click()

  await expect.poll(() => items.count()).toBe(4)
  await expect
    .poll(() => notes.inputValue())
    .toBe('Covered companies: Northgate\nCovered companies: Harbour Bank')
  await page.getByRole('button', { name: /Delete item 2/ }).click()
  await dialog('Delete Item').getByText('Are you sure you want to delete this item?').waitFor()
  await dialog('Delete Item').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => items.count()).toBe(3)
  await expect.poll(() => notes.inputValue()).toBe('Covered companies: Harbour Bank')
  await page.getByRole('button', { name: /Edit item 1/ }).click()
  await dialog('Edit Item').getByRole('textbox', { name: 'User Name' }).fill('anne.lee')
  await dialog('Edit Item').getByRole('button', { name: 'Save' }).click()
  await items.first().getByText('Eurex · anne.lee').waitFor()

  await page.reload()
  await expect.poll(() => items.count()).toBe(3)
  await tile('all orders').click()
  await page.getByText('You have started an order with 3 items').waitFor()
})

test('a refused order is kept with the reason: for an item before the terms, for the whole order below them', async () => {
  const order = building([gateway, gateway])
  const past = 'The date is in the past. Choose today or a later day.'
  const cancelled = 'Item 1, ICE Gateway: This license is already cancelled.'
  const { page, desk, problems } = await screen({
    as,
    at: '/license/review',
    answers: {
      getUnsentOrder: order.kept.getUnsentOrder,
      checkOrder: [{ item: 2, field: 'dateRequired', words: past }],
      createOrder: refusal(409, cancelled),
    },
  })
  problems.expect(/409/)
  const { items, button, dialog } = orders(page)
  await button('Submit Order').click()
  await items.nth(1).getByText(past).waitFor()
  await page.getByRole('alert').getByText('One item cannot be ordered as it is.').waitFor()
  const confirm = dialog('CONFIRM ORDER')
  expect(await confirm.count()).toBe(0)
  desk.answer({ checkOrder: [] })
  await button('Submit Order').click()
  await confirm.getByText('TT Standard is charged at $735').waitFor()
  await confirm.getByText('+$3,600.00 a month').waitFor()
  await confirm.getByRole('button', { name: 'Accept and Submit' }).click()
  await confirm.getByText(cancelled).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => items.count()).toBe(2)
})

test('an order whose price was raised is confirmed with both figures; a lower cost is mentioned', async () => {
  const order = building([gateway])
  let price = 3600
  const effect = (amount: number) => ({
    totals: [{ currencyIsoCode: 'USD', amount, basis: 'list' as const }],
    unpriced: 0,
  })
  const { page, desk, problems } = await screen({
    as,
    at: '/license/review',
    answers: {
      getUnsentOrder: order.kept.getUnsentOrder,
      checkOrder: [],
      listProducts: async (_, recorded) =>
        (await recorded()).map((product) => ({ ...product, monthlyPrice: price })),
      createOrder: ({ body }) =>
        body.shown![0]!.price!.monthlyPrice < price
          ? refusal(409, 'The order has changed.')
          : orderOf(body, {
              consent: {
                acceptedBy: 'Cora Lind',
                acceptedDate: now,
                termsVersion: '2026-11',
                monthlyEffect: effect(4000),
                shown: effect(5000),
              },
            }),
    },
  })
  problems.expect(/409/)
  const { button, dialog } = orders(page)
  await button('Submit Order').click()
  const confirm = dialog('CONFIRM ORDER')
  await confirm.getByText('+$3,600.00 a month').waitFor()
  price = 5000
  await confirm.getByRole('button', { name: 'Accept and Submit' }).click()
  await confirm.getByText('The order has changed.').waitFor()
  await confirm
    .getByText(/It was \+\$3,600\.00 .* when you opened this, and is \+\$5,000\.00 .* now\./)
    .waitFor()
  const both = confirm.getByRole('button', { name: 'Accept Changes and Submit' })
  await expect.poll(() => isFocused(both)).toBe(true)
  await both.click()
  await page
    .getByText(/Order P-90: \+\$4,000\.00 .* \(\+\$5,000\.00 .* when it was confirmed\)/)
    .waitFor()
  const shown = desk.asked('createOrder').map(({ body }) => (body as SaveOrder).shown)
  expect(shown).toEqual(
    [3600, 5000].map((monthlyPrice) => [
      {
        productName: 'ICE Gateway',
        price: { monthlyPrice, currencyIsoCode: 'USD', isListPrice: true },
      },
    ]),
  )
})

test('a refused save shows the specified message, and the page stays', async () => {
  const order = building([gateway])
  const ended = { checkOrder: refusal(401, ''), createOrder: refusal(401, '') }
  const { page, problems, desk } = await screen({
    as,
    at: '/license/review',
    answers: { getUnsentOrder: order.kept.getUnsentOrder, ...ended },
  })
  problems.expect(/status of (401|500)/)
  const { button, dialog } = orders(page)
  const showsAlert = (text: string) => page.getByRole('alert').getByText(text).waitFor()
  await button('Submit Order').waitFor()
  desk.answer({ getUnsentOrder: refusal(401, '') })
  await button('Save Draft').click()
  await showsAlert("You're not authorized to perform this action.")
  await button('Submit Order').click()
  await showsAlert("You're not authorized to submit orders.")
  desk.answer({ checkOrder: [] })
  await button('Submit Order').click()
  const submit = dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' })
  await submit.click()
  await showsAlert("You're not authorized to submit orders.")
  desk.answer({ createOrder: refusal(500, 'Something went wrong.') })
  await submit.click()
  await showsAlert('Submission failed. Your order is still here.')
})

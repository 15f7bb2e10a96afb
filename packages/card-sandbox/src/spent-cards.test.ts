import { expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, idOf, unconfirmed, useCards } from '../test/cards.ts'

const cards = useCards()
const notAgain = { statusCode: 400, type: 'StripeInvalidRequestError', code: undefined }
const chargeCount = async () => (await cards.stripe.charges.list()).data.length

async function detachedCard() {
  const saved = await customerWithCard(cards.stripe)
  await cards.stripe.paymentMethods.detach(saved.paymentMethod)
  return saved
}

test('a detached card cannot be charged, with an immediate or a later confirmation', async () => {
  const saved = await detachedCard()
  const error = await errorOf(charge(cards.stripe, saved))
  expect(error).toMatchObject(notAgain)
  expect(error.message).toContain('detached')
  expect(await errorOf(unconfirmed(cards.stripe, saved))).toMatchObject(notAgain)
  expect(await chargeCount()).toBe(0)
  expect((await cards.stripe.paymentIntents.list()).data).toEqual([])
})

test('a detached card cannot be attached again, to the former customer or to another', async () => {
  const { customer, paymentMethod } = await detachedCard()
  const other = await cards.stripe.customers.create()
  for (const id of [customer, other.id]) {
    const again = cards.stripe.paymentMethods.attach(paymentMethod, { customer: id })
    expect(await errorOf(again)).toMatchObject(notAgain)
  }
  expect((await cards.stripe.paymentMethods.list({ customer })).data).toEqual([])
})

test('a detached card cannot be saved by a setup intent', async () => {
  const { customer, paymentMethod } = await detachedCard()
  const { setupIntents } = cards.stripe
  const named = setupIntents.create({ customer, payment_method: paymentMethod })
  expect(await errorOf(named)).toMatchObject(notAgain)
  for (const params of [{ customer }, {}]) {
    const setup = await setupIntents.create(params)
    const confirmed = setupIntents.confirm(setup.id, { payment_method: paymentMethod })
    expect(await errorOf(confirmed)).toMatchObject(notAgain)
  }
})

test('a card detached between creation and confirmation: the intent loses the card and has the reason', async () => {
  const { paymentIntents, paymentMethods } = cards.stripe
  const saved = await customerWithCard(cards.stripe)
  const intent = await unconfirmed(cards.stripe, saved)
  await paymentMethods.detach(saved.paymentMethod)
  const error = await errorOf(paymentIntents.confirm(intent.id))
  expect(error).toMatchObject(notAgain)
  const failed = await paymentIntents.retrieve(intent.id)
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: {
      type: 'invalid_request_error',
      payment_method: { id: saved.paymentMethod },
    },
  })
  expect(error.payment_intent?.status).toBe('requires_payment_method')
  expect(await chargeCount()).toBe(0)
  expect((await paymentIntents.cancel(intent.id)).status).toBe('canceled')
})

test("a removed customer's cards are detached and cannot be charged", async () => {
  const saved = await customerWithCard(cards.stripe)
  await cards.stripe.customers.del(saved.customer)
  const other = await cards.stripe.customers.create()
  const error = await errorOf(charge(cards.stripe, { ...saved, customer: other.id }))
  expect(error).toMatchObject(notAgain)
})

test.each(['pm_card_visa', 'pm_card_chargeCustomerFail'])(
  'a card that is not saved can be used for one payment only: %s',
  async (card) => {
    const { paymentIntents, paymentMethods, customers } = cards.stripe
    const { id: payment_method } = await paymentMethods.retrieve(card)
    const intent = { amount: 500, currency: 'usd', payment_method, confirm: true }
    await paymentIntents.create(intent).catch(() => undefined)
    expect(await errorOf(paymentIntents.create(intent))).toMatchObject(notAgain)
    const customer = idOf(await customers.create())
    expect(await errorOf(paymentMethods.attach(payment_method, { customer }))).toMatchObject(
      notAgain,
    )
    expect(await chargeCount()).toBe(1)
  },
)

test('a card named at confirmation must belong to the customer of the intent', async () => {
  const owner = await customerWithCard(cards.stripe)
  const other = await customerWithCard(cards.stripe)
  const intent = await unconfirmed(cards.stripe, other)
  const error = await errorOf(
    cards.stripe.paymentIntents.confirm(intent.id, { payment_method: owner.paymentMethod }),
  )
  expect(error).toMatchObject({ statusCode: 400, param: 'payment_method' })
  expect(await chargeCount()).toBe(0)
})

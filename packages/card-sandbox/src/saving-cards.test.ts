import { expect, test } from 'vitest'
import { customerWithCard, errorOf, useCards } from '../test/cards.ts'

const cards = useCards()

const typed = (number: string, more: object = {}) => ({
  number,
  exp_month: '12',
  exp_year: '2034',
  cvc: '123',
  ...more,
})

async function save(number: string) {
  const { stripe } = cards
  const token = await stripe.tokens.create({ card: typed(number) })
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: token.id } })
  return customerWithCard(stripe, method.id)
}

test.each([
  ['4242424242424242', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
  ['6200000000000005', 'unionpay'],
])('card %s is saved as %s', async (number, brand) => {
  const { setup, customer } = await save(number)
  expect(setup.status).toBe('succeeded')
  const { data } = await cards.stripe.paymentMethods.list({ customer })
  expect(data).toMatchObject([{ customer, card: { brand, last4: number.slice(-4) } }])
})

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000000069', 'expired_card', ''],
  ['4000000000000119', 'processing_error', ''],
])('card %s is refused when it is saved: %s %s', async (number, code, declineCode) => {
  const error = await errorOf(save(number))
  expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', code })
  expect(error.decline_code).toBe(declineCode)
  expect(error.setup_intent?.status).toBe('requires_payment_method')
  expect(error.setup_intent?.last_setup_error).toMatchObject({ code, message: error.message })
  const [customer] = (await cards.stripe.customers.list()).data
  const { data } = await cards.stripe.paymentMethods.list({ customer: String(customer?.id) })
  expect(data).toEqual([])
})

test.each([
  ['incorrect_number', typed('4242424242424241')],
  ['incorrect_number', typed('42')],
  ['invalid_expiry_month', typed('4242424242424242', { exp_month: '13' })],
  ['invalid_expiry_year', typed('4242424242424242', { exp_year: '2019' })],
  ['invalid_cvc', typed('4242424242424242', { cvc: '12' })],
])('a mistyped card is refused: %s', async (code, card) => {
  const error = await errorOf(cards.stripe.tokens.create({ card }))
  expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', code })
})

test('a real card is refused, so that its number is never stored', async () => {
  const error = await errorOf(cards.stripe.tokens.create({ card: typed('4929000000006') }))
  expect(error.decline_code).toBe('test_mode_live_card')
})

test('a token can be used only once', async () => {
  const { stripe } = cards
  const { id: token } = await stripe.tokens.create({ card: typed('4242424242424242') })
  await stripe.paymentMethods.create({ type: 'card', card: { token } })
  const error = await errorOf(stripe.paymentMethods.create({ type: 'card', card: { token } }))
  expect(error).toMatchObject({ statusCode: 400, code: 'token_already_used' })
})

test('the same card saved twice has the same fingerprint, another one has not', async () => {
  const fingerprints = []
  for (const number of ['4242424242424242', '4242424242424242', '5555555555554444']) {
    const { paymentMethod } = await save(number)
    const method = await cards.stripe.paymentMethods.retrieve(paymentMethod)
    fingerprints.push(method.card?.fingerprint)
  }
  expect(fingerprints[0]).toBe(fingerprints[1])
  expect(fingerprints[0]).not.toBe(fingerprints[2])
})

test('only a card of the customer can be the default card', async () => {
  const { stripe } = cards
  const { customer, paymentMethod } = await save('4242424242424242')
  const setDefault = (id: string) =>
    stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
  const { id: loose } = await stripe.paymentMethods.create({
    type: 'card',
    card: { token: 'tok_visa' },
  })
  expect(await errorOf(setDefault(loose))).toMatchObject({ code: 'resource_missing' })
  const updated = await setDefault(paymentMethod)
  expect(updated.invoice_settings.default_payment_method).toBe(paymentMethod)

  await stripe.paymentMethods.detach(paymentMethod)
  const after = await stripe.customers.retrieve(customer)
  expect(after).toMatchObject({ invoice_settings: { default_payment_method: null } })
})

test.each(['4000002500003155', '4000002760003184', '4000008260003178'])(
  'card %s is saved once its holder has passed 3-D Secure, and not before',
  async (number) => {
    const { setup, customer } = await save(number)
    expect(setup).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    })
    const saved = async () => (await cards.stripe.paymentMethods.list({ customer })).data
    expect(await saved()).toEqual([])
    await cards.control('POST', 'three-d-secure', { intent: setup.id })
    expect((await cards.stripe.setupIntents.retrieve(setup.id)).status).toBe('succeeded')
    expect(await saved()).toHaveLength(1)
  },
)

test('a card whose holder fails 3-D Secure is not saved', async () => {
  const { setup, customer } = await save('4000002500003155')
  await cards.control('POST', 'three-d-secure', { intent: setup.id, passed: false })
  const failed = await cards.stripe.setupIntents.retrieve(setup.id)
  expect(failed.status).toBe('requires_payment_method')
  expect(failed.last_setup_error?.code).toBe('setup_intent_authentication_failure')
  expect((await cards.stripe.paymentMethods.list({ customer })).data).toEqual([])
})

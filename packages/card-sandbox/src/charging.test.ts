import { expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, idOf, useCards } from '../test/cards.ts'

const cards = useCards()

test('a saved card is charged off session', async () => {
  const saved = await customerWithCard(cards.stripe)
  const paid = await charge(cards.stripe, saved, { metadata: { attempt: '7' } })
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount: 12_345,
    amount_received: 12_345,
    currency: 'usd',
    livemode: false,
  })
  const made = await cards.stripe.charges.retrieve(idOf(paid.latest_charge))
  expect(made).toMatchObject({
    paid: true,
    amount: 12_345,
    customer: saved.customer,
    payment_intent: paid.id,
    metadata: { attempt: '7' },
  })
})

test('for a card that can be saved but not charged, the error has the reason and the failed charge', async () => {
  const saved = await customerWithCard(cards.stripe, 'pm_card_chargeCustomerFail')
  const error = await errorOf(charge(cards.stripe, saved))
  expect(error).toMatchObject({
    statusCode: 402,
    type: 'StripeCardError',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  })
  expect(error.headers?.['stripe-should-retry']).toBe('false')
  expect(error.payment_intent).toMatchObject({
    status: 'requires_payment_method',
    latest_charge: error.charge,
    last_payment_error: { code: 'card_declined', payment_method: { id: saved.paymentMethod } },
  })
  const failed = await cards.stripe.charges.retrieve(String(error.charge))
  expect(failed).toMatchObject({ paid: false, status: 'failed', failure_code: 'card_declined' })
})

test('a saved card that has expired is declined', async () => {
  const saved = await customerWithCard(cards.stripe)
  await cards.control('POST', `payment_methods/${saved.paymentMethod}`, {
    exp_month: 1,
    exp_year: 2024,
  })
  expect(await errorOf(charge(cards.stripe, saved))).toMatchObject({ code: 'expired_card' })
})

test('3-D Secure passed while saving is enough for one card and not for another', async () => {
  const once = await customerWithCard(cards.stripe, 'pm_card_authenticationRequiredOnSetup')
  await cards.control('POST', 'three-d-secure', { intent: once.setup.id })
  expect((await charge(cards.stripe, once)).status).toBe('succeeded')

  const always = await customerWithCard(cards.stripe, 'pm_card_authenticationRequired')
  await cards.control('POST', 'three-d-secure', { intent: always.setup.id })
  const error = await errorOf(charge(cards.stripe, always))
  expect(error).toMatchObject({
    statusCode: 402,
    code: 'authentication_required',
    decline_code: 'authentication_required',
  })
  expect(error.payment_intent?.status).toBe('requires_payment_method')
})

test('on session, 3-D Secure is required and then the card is charged', async () => {
  const saved = await customerWithCard(cards.stripe, 'pm_card_authenticationRequired')
  const asked = await charge(cards.stripe, saved, { off_session: false })
  expect(asked).toMatchObject({
    status: 'requires_action',
    latest_charge: null,
    next_action: { type: 'use_stripe_sdk' },
  })
  expect((await cards.stripe.charges.list()).data).toEqual([])
  await cards.control('POST', 'three-d-secure', { intent: asked.id })
  expect((await cards.stripe.paymentIntents.retrieve(asked.id)).status).toBe('succeeded')
})

test('a holder who fails 3-D Secure is not charged', async () => {
  const asked = await charge(
    cards.stripe,
    await customerWithCard(cards.stripe, 'pm_card_authenticationRequired'),
    { off_session: false },
  )
  await cards.control('POST', 'three-d-secure', { intent: asked.id, passed: false })
  const failed = await cards.stripe.paymentIntents.retrieve(asked.id)
  expect(failed.status).toBe('requires_payment_method')
  expect(failed.last_payment_error?.code).toBe('payment_intent_authentication_failure')
  expect((await cards.stripe.charges.list()).data).toEqual([])
})

test("another customer's card cannot be charged", async () => {
  const saved = await customerWithCard(cards.stripe)
  const other = await cards.stripe.customers.create()
  const error = await errorOf(charge(cards.stripe, { ...saved, customer: other.id }))
  expect(error.statusCode).toBe(400)
  expect((await cards.stripe.charges.list()).data).toEqual([])
})

test.each([
  ['an unknown parameter', 'amount=500&currency=usd&colour=red', 'parameter_unknown', 'colour'],
  [
    'payment_method_types',
    'amount=500&currency=usd&payment_method_types[]=card',
    'payment_method_types_no_longer_supported',
    'payment_method_types',
  ],
  ['no amount', 'currency=usd', 'parameter_missing', 'amount'],
  ['an amount in words', 'amount=ten&currency=usd', 'parameter_invalid_integer', 'amount'],
])('a payment with %s is refused', async (_, body, code, param) => {
  const answer = await cards.post('/v1/payment_intents', body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { type: 'invalid_request_error', code, param },
  })
  expect((await cards.stripe.paymentIntents.list()).data).toEqual([])
})

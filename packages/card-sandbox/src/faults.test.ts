import { expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, useCards } from '../test/cards.ts'

const cards = useCards()
const key = { idempotencyKey: 'pay:1' }
const onCharges = { method: 'POST', path: '^/v1/payment_intents$' }

const chargeCount = async () => (await cards.stripe.charges.list()).data.length
const fail = (fault: object) => cards.control('POST', 'faults', { ...onCharges, ...fault })

test.each([
  // The SDK retries a broken connection once, which uses up the second fault.
  ['reset_before', { times: 2 }, { type: 'StripeConnectionError' }, 0],
  ['reset_after', { times: 2 }, { type: 'StripeConnectionError' }, 1],
  ['status', { status: 503 }, { statusCode: 503 }, 0],
  ['status', { status: 429 }, { statusCode: 429 }, 0],
  ['status_after', { status: 503 }, { statusCode: 503 }, 1],
])('%s %o: the key is unused, or returns the charge', async (kind, more, error, charged) => {
  const saved = await customerWithCard(cards.stripe)
  await fail({ kind, ...more })
  expect(await errorOf(charge(cards.stripe, saved, {}, key))).toMatchObject(error)
  expect(await chargeCount()).toBe(charged)
  await cards.control('DELETE', 'faults')
  expect((await charge(cards.stripe, saved, {}, key)).status).toBe('succeeded')
  expect(await chargeCount()).toBe(1)
})

test.each([
  ['status', 0],
  ['status_after', 1],
])("the provider's own 500 is final for its key: %s", async (kind, charged) => {
  const saved = await customerWithCard(cards.stripe)
  await fail({ kind, status: 500 })
  for (const replayed of [undefined, 'true']) {
    const error = await errorOf(charge(cards.stripe, saved, {}, key))
    expect([error.statusCode, error.headers?.['idempotent-replayed']]).toEqual([500, replayed])
  }
  expect(await chargeCount()).toBe(charged)
})

test('an unknown fault is refused', async () => {
  expect(await fail({ kind: 'earthquake' })).toMatchObject({ error: { type: expect.any(String) } })
  expect(await fail({ kind: 'status', path: '(' })).toMatchObject({ error: expect.any(String) })
  expect(await cards.control('GET', 'faults')).toEqual([])
})

test('every call is logged in order, with its parameters but without card numbers', async () => {
  const card = { number: '4242424242424242', exp_month: '1', exp_year: '2034', cvc: '123' }
  await cards.stripe.tokens.create({ card })
  for (let call = 0; call < 2; call += 1)
    await cards.stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'new:1' })
  expect(await cards.requests()).toMatchObject([
    { path: '/v1/tokens', status: 200, params: { 'card[number]': '***', 'card[cvc]': '***' } },
    { path: '/v1/customers', params: { name: 'Ana' }, idempotencyKey: 'new:1', replayed: false },
    { path: '/v1/customers', idempotencyKey: 'new:1', replayed: true },
  ])
})

test('a fault of one customer does not affect the others, nor calls of other intents', async () => {
  const struck = await customerWithCard(cards.stripe)
  const other = await customerWithCard(cards.stripe)
  await fail({ kind: 'status', status: 503, customer: struck.customer })
  const paid = await charge(cards.stripe, other)
  expect((await errorOf(charge(cards.stripe, struck))).statusCode).toBe(503)
  const mine = await charge(cards.stripe, struck)
  await fail({ kind: 'status', status: 503, method: 'GET', path: '', customer: struck.customer })
  const intents = cards.stripe.paymentIntents
  expect((await intents.retrieve(paid.id)).id).toBe(paid.id)
  expect((await errorOf(intents.retrieve(mine.id))).statusCode).toBe(503)
})

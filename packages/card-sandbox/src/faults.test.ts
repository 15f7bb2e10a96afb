import { expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, useCards } from '../test/cards.ts'

const cards = useCards()
const key = { idempotencyKey: 'pay:1' }
const onCharges = { method: 'POST', path: '^/v1/payment_intents$' }

const chargeCount = async () => (await cards.stripe.charges.list()).data.length
const fail = (fault: object) => cards.control('POST', 'faults', { ...onCharges, ...fault })

test('an answer lost after the charge: the charge exists, and the key finds it', async () => {
  const saved = await customerWithCard(cards.stripe)
  await fail({ kind: 'reset_after', times: 2 })
  const error = await errorOf(charge(cards.stripe, saved, {}, key))
  expect(error.type).toBe('StripeConnectionError')
  expect(await chargeCount()).toBe(1)
  // The SDK automatically retries a broken connection once, which uses up the second fault.
  await cards.control('DELETE', 'faults')
  expect((await charge(cards.stripe, saved, {}, key)).status).toBe('succeeded')
  expect(await chargeCount()).toBe(1)
})

test('a connection lost before the charge: nothing happened, and the key is free', async () => {
  const saved = await customerWithCard(cards.stripe)
  await fail({ kind: 'reset_before', times: 2 })
  const error = await errorOf(charge(cards.stripe, saved, {}, key))
  expect(error.type).toBe('StripeConnectionError')
  expect(await chargeCount()).toBe(0)
  await cards.control('DELETE', 'faults')
  expect((await charge(cards.stripe, saved, {}, key)).status).toBe('succeeded')
})

test('a gateway that returns 503 after the charge: the key finds the charge', async () => {
  const saved = await customerWithCard(cards.stripe)
  await fail({ kind: 'status_after', status: 503 })
  expect((await errorOf(charge(cards.stripe, saved, {}, key))).statusCode).toBe(503)
  expect(await chargeCount()).toBe(1)
  expect((await charge(cards.stripe, saved, {}, key)).status).toBe('succeeded')
  expect(await chargeCount()).toBe(1)
})

test('a gateway that returns 503 or 429 instead of charging leaves the key free', async () => {
  const saved = await customerWithCard(cards.stripe)
  await fail({ kind: 'status', status: 503 })
  await fail({ kind: 'status', status: 429 })
  expect((await errorOf(charge(cards.stripe, saved, {}, key))).statusCode).toBe(503)
  expect((await errorOf(charge(cards.stripe, saved, {}, key))).type).toBe('StripeRateLimitError')
  expect(await chargeCount()).toBe(0)
  expect((await charge(cards.stripe, saved, {}, key)).status).toBe('succeeded')
})

test('latency delays every call until it is removed, and uses up no fault', async () => {
  const lasts = async () => {
    const start = performance.now()
    await cards.stripe.paymentIntents.list()
    return performance.now() - start
  }
  await fail({ kind: 'status', status: 503 })
  await cards.control('POST', 'latency', { ms: 150 })
  for (let call = 0; call < 3; call += 1) expect(await lasts()).toBeGreaterThan(145)
  expect(await cards.control('GET', 'faults')).toHaveLength(1)
  const start = performance.now()
  await Promise.all([lasts(), lasts(), lasts(), lasts()])
  // The calls wait concurrently.
  expect(performance.now() - start).toBeLessThan(450)
  await cards.control('POST', 'latency', { ms: 0 })
  expect(await lasts()).toBeLessThan(145)
})

test('a fault affects only the calls that it names, as often as given', async () => {
  await fail({ kind: 'status', status: 503, times: 1 })
  await cards.stripe.customers.create()
  await cards.stripe.paymentIntents.list()
  const create = () => cards.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  expect((await errorOf(create())).statusCode).toBe(503)
  expect((await create()).status).toBe('requires_payment_method')
})

test('an unknown fault is refused', async () => {
  expect(await fail({ kind: 'earthquake' })).toMatchObject({ error: { type: expect.any(String) } })
  expect(await fail({ kind: 'status', path: '(' })).toMatchObject({ error: expect.any(String) })
  expect(await cards.control('GET', 'faults')).toEqual([])
})

test('every call is logged in order, with its parameters but without card numbers', async () => {
  const card = { number: '4242424242424242', exp_month: '1', exp_year: '2034', cvc: '123' }
  await cards.stripe.tokens.create({ card })
  await cards.stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'new:1' })
  await cards.stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'new:1' })
  expect(await cards.requests()).toMatchObject([
    { path: '/v1/tokens', status: 200, params: { 'card[number]': '***', 'card[cvc]': '***' } },
    { path: '/v1/customers', params: { name: 'Ana' }, idempotencyKey: 'new:1', replayed: false },
    { path: '/v1/customers', idempotencyKey: 'new:1', replayed: true },
  ])
})

test('a fault of one customer does not affect the others', async () => {
  const [struck, other] = [
    await customerWithCard(cards.stripe),
    await customerWithCard(cards.stripe),
  ]
  await fail({ kind: 'status', status: 503, customer: struck.customer })
  expect((await charge(cards.stripe, other)).status).toBe('succeeded')
  expect((await errorOf(charge(cards.stripe, struck))).statusCode).toBe(503)
  await fail({ kind: 'status', status: 503, customer: struck.customer })
  await fail({ kind: 'status', status: 503, customer: other.customer })
  await cards.control('DELETE', 'faults', { customer: struck.customer })
  expect((await charge(cards.stripe, struck)).status).toBe('succeeded')
  expect((await errorOf(charge(cards.stripe, other))).statusCode).toBe(503)
})

test('an intent in the path identifies the customer of a call', async () => {
  const struck = await customerWithCard(cards.stripe)
  const other = await customerWithCard(cards.stripe)
  const [one, two] = [await charge(cards.stripe, struck), await charge(cards.stripe, other)]
  await fail({ kind: 'status', status: 503, method: 'GET', path: '', customer: struck.customer })
  expect((await cards.stripe.paymentIntents.retrieve(two.id)).id).toBe(two.id)
  expect((await errorOf(cards.stripe.paymentIntents.retrieve(one.id))).statusCode).toBe(503)
})

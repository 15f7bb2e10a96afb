import { expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, useCards } from '../test/cards.ts'

const cards = useCards()
const key = { idempotencyKey: 'pay:1' }

const chargeCount = async () => (await cards.stripe.charges.list()).data.length

test('the same key charges once and returns the same answer again', async () => {
  const saved = await customerWithCard(cards.stripe)
  const first = await charge(cards.stripe, saved, {}, key)
  const second = await charge(cards.stripe, saved, {}, key)
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
  expect(await chargeCount()).toBe(1)
})

test('a decline is final for its key, even if the card would be accepted now', async () => {
  const saved = await customerWithCard(cards.stripe)
  const method = `payment_methods/${saved.paymentMethod}`
  await cards.control('POST', method, { exp_year: 2020 })
  const first = await errorOf(charge(cards.stripe, saved, {}, key))
  await cards.control('POST', method, { exp_year: 2034 })
  const second = await errorOf(charge(cards.stripe, saved, {}, key))
  expect(second).toMatchObject({ statusCode: 402, code: 'expired_card', charge: first.charge })
  expect(await chargeCount()).toBe(1)
})

test('a key is refused for other parameters', async () => {
  const saved = await customerWithCard(cards.stripe)
  await charge(cards.stripe, saved, {}, key)
  const error = await errorOf(charge(cards.stripe, saved, { amount: 999 }, key))
  expect(error).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
  expect(await chargeCount()).toBe(1)
})

test('two concurrent calls with one key charge once, and the later one is refused', async () => {
  const saved = await customerWithCard(cards.stripe)
  await cards.holdNext()
  const first = charge(cards.stripe, saved, {}, key)
  await cards.isHolding()
  const error = await errorOf(charge(cards.stripe, saved, {}, key))
  expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  await cards.release()
  expect((await first).status).toBe('succeeded')
  expect(await chargeCount()).toBe(1)
})

test('a refused parameter does not use up the key', async () => {
  const saved = await customerWithCard(cards.stripe)
  const error = await errorOf(charge(cards.stripe, saved, { amount: 1 }, key))
  expect(error.code).toBe('amount_too_small')
  expect((await charge(cards.stripe, saved, {}, key)).status).toBe('succeeded')
})

test('a key is refused for another endpoint', async () => {
  const saved = await customerWithCard(cards.stripe)
  const { id } = await charge(cards.stripe, saved, {}, key)
  const error = await errorOf(cards.stripe.refunds.create({ payment_intent: id }, key))
  expect(error).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
  expect(error.message).toContain('same endpoint')
  expect((await cards.stripe.refunds.list()).data).toEqual([])
})

test('a key is forgotten after 24 hours, without a restart: the call executes once more', async () => {
  const saved = await customerWithCard(cards.stripe)
  const first = await charge(cards.stripe, saved, {}, key)
  await cards.control('POST', 'clock', { skewSeconds: 86_340 })
  expect((await charge(cards.stripe, saved, {}, key)).id).toBe(first.id)
  await cards.control('POST', 'clock', { skewSeconds: 86_460 })
  const second = await charge(cards.stripe, saved, {}, key)
  expect(second.id).not.toBe(first.id)
  expect(await chargeCount()).toBe(2)
  // From now on, the key belongs to the second call.
  expect((await charge(cards.stripe, saved, {}, key)).id).toBe(second.id)
})

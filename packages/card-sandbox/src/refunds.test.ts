import { expect, test, vi } from 'vitest'
import { charge, customerWithCard, errorOf, idOf, unconfirmed, useCards } from '../test/cards.ts'

const cards = useCards()
const refunds = () => cards.stripe.refunds
const chargeNow = (id: string) => cards.stripe.charges.retrieve(id)
const change = (id: string, status: string, reason?: string) =>
  cards.control('POST', `refunds/${id}`, { status, reason })

async function paid(card?: string) {
  const intent = await charge(cards.stripe, await customerWithCard(cards.stripe, card))
  return { intent: intent.id, charge: idOf(intent.latest_charge) }
}

async function eventsOf(id: string) {
  const { data } = await cards.stripe.events.list({ types: [...refundTypes], limit: 100 })
  return data.filter((event) => idOf(event.data.object as { id: string }) === id).reverse()
}
const refundTypes = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated']

test('an intent without a successful charge cannot be refunded: unconfirmed, declined, canceled', async () => {
  const { paymentIntents } = cards.stripe
  const saved = await customerWithCard(cards.stripe, 'pm_card_chargeCustomerFail')
  const never = await unconfirmed(cards.stripe, saved)
  const canceled = await paymentIntents.cancel((await unconfirmed(cards.stripe, saved)).id)
  const declined = (await errorOf(charge(cards.stripe, saved))).payment_intent
  for (const id of [never.id, canceled.id, idOf(declined)]) {
    const error = await errorOf(refunds().create({ payment_intent: id }))
    expect(error).toMatchObject({ statusCode: 400, param: 'payment_intent' })
    expect(error.message).toContain('does not have a successful charge to refund')
  }
  expect((await refunds().list()).data).toEqual([])
})

test('concurrent refunds never exceed what was paid', async () => {
  const { charge: id } = await paid()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => refunds().create({ charge: id, amount: 2345 })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const refusals = outcomes.filter((one) => one.status === 'rejected')
  for (const { reason } of refusals)
    expect(reason).toMatchObject({ statusCode: 400, param: 'amount' })
  expect((await chargeNow(id)).amount_refunded).toBe(5 * 2345)
})

test('a refund that succeeded fails later: the money returns, the reason is set, and the charge can be refunded again', async () => {
  const { charge: id } = await paid()
  const refund = await refunds().create({ charge: id, amount: 12_345 })
  expect(refund).toMatchObject({ status: 'succeeded' })
  await change(refund.id, 'failed', 'lost_or_stolen_card')
  expect(await refunds().retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
  })
  expect(await chargeNow(id)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect((await cards.stripe.balance.retrieve()).available[0]?.amount).toBe(12_345)
  const sent = await eventsOf(refund.id)
  expect(sent.map(({ type }) => type)).toEqual([
    'refund.created',
    'refund.updated',
    'charge.refund.updated',
    'refund.failed',
  ])
  expect(sent.at(-1)?.data).toMatchObject({
    object: { status: 'failed' },
    previous_attributes: { status: 'succeeded' },
  })
  expect((await refunds().create({ charge: id })).amount).toBe(12_345)
})

test('a failed refund stays failed', async () => {
  const { charge: id } = await paid()
  const refund = await refunds().create({ charge: id, amount: 345 })
  await change(refund.id, 'failed')
  for (const status of ['failed', 'succeeded', 'canceled'])
    expect(await change(refund.id, status)).toMatchObject({ error: expect.anything() as unknown })
  expect((await chargeNow(id)).amount_refunded).toBe(0)
  expect(await eventsOf(refund.id)).toHaveLength(4)
})

test('the card with pending refunds: pending at first, then succeeded; no second refund in between', async () => {
  const { charge: id } = await paid('pm_card_pendingRefund')
  const refund = await refunds().create({ charge: id })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
  expect((await errorOf(refunds().create({ charge: id }))).code).toBe('charge_already_refunded')
  await change(refund.id, 'succeeded')
  expect((await refunds().retrieve(refund.id)).status).toBe('succeeded')
  expect((await eventsOf(refund.id)).map(({ type }) => type)).toContain('refund.updated')
  expect((await chargeNow(id)).amount_refunded).toBe(12_345)
})

test('the card whose refunds fail: succeeded at first, failed a moment later without a call', async () => {
  const { charge: id } = await paid('pm_card_refundFail')
  const refund = await refunds().create({ charge: id })
  expect(refund.status).toBe('succeeded')
  await vi.waitFor(
    async () => expect((await refunds().retrieve(refund.id)).status).toBe('failed'),
    { timeout: 5000 },
  )
  expect(await refunds().retrieve(refund.id)).toMatchObject({
    failure_reason: 'expired_or_canceled_card',
  })
  expect((await chargeNow(id)).amount_refunded).toBe(0)
})

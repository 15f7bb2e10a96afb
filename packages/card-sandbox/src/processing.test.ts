import { beforeEach, expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, idOf, unconfirmed, useCards } from '../test/cards.ts'

const cards = useCards()
const unexpected = { statusCode: 400, code: 'payment_intent_unexpected_state' }
const intents = () => cards.stripe.paymentIntents
const types = async () =>
  (await cards.stripe.events.list({ limit: 100 })).data.map(({ type }) => type)
const end = (id: string, status: string) =>
  cards.control('POST', `payment_intents/${id}`, { status })

beforeEach(() => cards.control('POST', 'processing', { times: 1 }))

async function processing() {
  const { id } = await unconfirmed(cards.stripe, await customerWithCard(cards.stripe))
  const key = { idempotencyKey: `confirm:${id}` }
  return intents().confirm(id, { off_session: true }, key)
}

test('a confirmation can return processing, with a charge that is not paid yet', async () => {
  const intent = await processing()
  expect(intent).toMatchObject({
    status: 'processing',
    amount_received: 0,
    processing: { type: 'card' },
  })
  const pending = await cards.stripe.charges.retrieve(idOf(intent.latest_charge))
  expect(pending).toMatchObject({ status: 'pending', paid: false, amount_captured: 0 })
  expect(await types()).toEqual(
    expect.arrayContaining(['charge.pending', 'payment_intent.processing']),
  )
  expect(await types()).not.toContain('payment_intent.succeeded')
  // Only as many as the control call set.
  const next = await charge(cards.stripe, await customerWithCard(cards.stripe))
  expect(next.status).toBe('succeeded')
})

test('a processing intent is neither canceled nor confirmed again, and its charge is not refunded', async () => {
  const { id } = await processing()
  for (const call of [intents().cancel(id), intents().confirm(id, { off_session: true })]) {
    const error = await errorOf(call)
    expect(error).toMatchObject(unexpected)
    expect(error.payment_intent?.status).toBe('processing')
  }
  const refund = cards.stripe.refunds.create({ payment_intent: id })
  expect(await errorOf(refund)).toMatchObject({ statusCode: 400, param: 'payment_intent' })
})

test('processing ends as succeeded: the same charge is paid, which is final', async () => {
  const { id, latest_charge } = await processing()
  await end(id, 'succeeded')
  expect(await intents().retrieve(id)).toMatchObject({
    status: 'succeeded',
    latest_charge,
    processing: null,
  })
  expect((await cards.stripe.charges.list({ payment_intent: id })).data).toMatchObject([
    { id: latest_charge, paid: true },
  ])
  expect(await types()).toEqual(
    expect.arrayContaining(['charge.succeeded', 'payment_intent.succeeded']),
  )
  expect(await end(id, 'failed')).toMatchObject({ error: expect.anything() as unknown })
  expect(await errorOf(intents().cancel(id))).toMatchObject(unexpected)
})

test('processing ends as failed: the intent needs another card, has the reason, and can be canceled', async () => {
  const { id } = await processing()
  await end(id, 'failed')
  expect(await intents().retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
  })
  expect(await types()).toEqual(
    expect.arrayContaining(['charge.failed', 'payment_intent.payment_failed']),
  )
  expect((await intents().cancel(id)).status).toBe('canceled')
  expect((await cards.stripe.balance.retrieve()).available[0]?.amount).toBe(0)
})

test('a control call allows the rare case in which a processing intent is canceled', async () => {
  await cards.control('POST', 'processing', { times: 1, isCancelable: true })
  const { id, latest_charge } = await processing()
  expect((await intents().cancel(id)).status).toBe('canceled')
  expect((await cards.stripe.charges.retrieve(idOf(latest_charge))).status).toBe('failed')
  expect(await end(id, 'succeeded')).toMatchObject({ error: expect.anything() as unknown })
})

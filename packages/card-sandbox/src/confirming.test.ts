import { expect, test } from 'vitest'
import { customerWithCard, errorOf, unconfirmed, useCards } from '../test/cards.ts'

const cards = useCards()
const unexpected = { statusCode: 400, code: 'payment_intent_unexpected_state' }
const intents = () => cards.stripe.paymentIntents
const chargeCount = async () => (await cards.stripe.charges.list()).data.length
const types = async () =>
  (await cards.stripe.events.list({ type: 'payment_intent.*' })).data.map(({ type }) => type)

async function created(card?: string) {
  return unconfirmed(cards.stripe, await customerWithCard(cards.stripe, card))
}

test('an intent created without confirm names customer and card, and moves no money', async () => {
  const saved = await customerWithCard(cards.stripe)
  const intent = await unconfirmed(cards.stripe, saved, { metadata: { attempt: '7' } })
  expect(intent).toMatchObject({
    status: 'requires_confirmation',
    customer: saved.customer,
    payment_method: saved.paymentMethod,
    latest_charge: null,
    amount_received: 0,
    metadata: { attempt: '7' },
  })
  expect(await chargeCount()).toBe(0)
  expect(await types()).toEqual(['payment_intent.created'])
})

test('off_session is a parameter of the confirmation and is refused without it', async () => {
  const saved = await customerWithCard(cards.stripe)
  const error = await errorOf(unconfirmed(cards.stripe, saved, { off_session: true }))
  expect(error).toMatchObject({ statusCode: 400, param: 'off_session' })
})

test('a confirmation needs its own key: the key of the creation is refused, and a replay charges nothing', async () => {
  const saved = await customerWithCard(cards.stripe)
  const create = { idempotencyKey: 'create:7' }
  const confirm = { idempotencyKey: 'confirm:7' }
  const { id } = await unconfirmed(cards.stripe, saved, {}, create)
  const mixed = await errorOf(intents().confirm(id, { off_session: true }, create))
  expect(mixed).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
  expect(await chargeCount()).toBe(0)
  for (const replayed of [undefined, 'true']) {
    const confirmed = await intents().confirm(id, { off_session: true }, confirm)
    expect(confirmed.status).toBe('succeeded')
    expect(confirmed.lastResponse.headers['idempotent-replayed']).toBe(replayed)
  }
  expect(await chargeCount()).toBe(1)
  expect(await types()).toEqual(['payment_intent.succeeded', 'payment_intent.created'])
})

test('a canceled intent stays canceled: no confirmation, with the same card or another, and no second cancel', async () => {
  const { id } = await created()
  const canceled = await intents().cancel(id, { cancellation_reason: 'abandoned' })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  for (const call of [
    intents().confirm(id, { off_session: true }),
    intents().confirm(id, { payment_method: 'pm_card_visa' }),
    intents().cancel(id),
  ]) {
    const error = await errorOf(call)
    expect(error).toMatchObject(unexpected)
    expect(error.payment_intent?.status).toBe('canceled')
  }
  expect(await chargeCount()).toBe(0)
})

test('a succeeded intent is neither confirmed again nor canceled', async () => {
  const { id } = await created()
  await intents().confirm(id, { off_session: true })
  for (const call of [intents().confirm(id), intents().cancel(id)]) {
    const error = await errorOf(call)
    expect(error).toMatchObject(unexpected)
    expect(error.payment_intent?.status).toBe('succeeded')
  }
  expect(await chargeCount()).toBe(1)
})

test('a decline returns the intent to requires_payment_method with its reason, and a cancel ends it', async () => {
  const { id } = await created('pm_card_chargeCustomerFail')
  const key = { idempotencyKey: 'confirm:7' }
  const error = await errorOf(intents().confirm(id, { off_session: true }, key))
  expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
  const declined = await intents().retrieve(id)
  expect(declined).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
  })
  // The intent has lost the card, so it cannot be confirmed by mistake.
  expect(await errorOf(intents().confirm(id))).toMatchObject(unexpected)
  const canceled = await intents().cancel(id)
  expect(canceled).toMatchObject({
    status: 'canceled',
    last_payment_error: { code: 'card_declined' },
  })
  const replayed = await errorOf(intents().confirm(id, { off_session: true }, key))
  expect(replayed).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(await chargeCount()).toBe(1)
})

test("a cancel ends the bank's question: a later answer charges nothing", async () => {
  const { id } = await created('pm_card_authenticationRequired')
  expect((await intents().confirm(id)).status).toBe('requires_action')
  expect(await intents().cancel(id)).toMatchObject({ status: 'canceled', next_action: null })
  expect(await cards.control('POST', 'three-d-secure', { intent: id })).toMatchObject({
    error: { code: 'intent_unexpected_state' },
  })
  expect((await intents().retrieve(id)).status).toBe('canceled')
  expect(await chargeCount()).toBe(0)
})

test('an intent without a card is not confirmed, and can be canceled', async () => {
  const { id } = await intents().create({ amount: 500, currency: 'usd' })
  expect(await errorOf(intents().confirm(id))).toMatchObject(unexpected)
  expect((await intents().cancel(id)).status).toBe('canceled')
})

import { expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, idOf, useCards } from '../test/cards.ts'

const cards = useCards()
const disputes = () => cards.stripe.disputes
const decide = (id: string, status: string) => cards.control('POST', `disputes/${id}`, { status })
const balance = async () => (await cards.stripe.balance.retrieve()).available[0]?.amount

async function types() {
  const { data } = await cards.stripe.events.list({ type: 'charge.dispute.*', limit: 100 })
  return data.map(({ type }) => type.replace('charge.dispute.', '')).reverse()
}

async function paid() {
  const intent = await charge(cards.stripe, await customerWithCard(cards.stripe))
  return { intent: intent.id, charge: idOf(intent.latest_charge) }
}

async function disputed(more: object = {}) {
  const payment = await paid()
  const opened = await cards.control('POST', 'disputes', { charge: payment.charge, ...more })
  return { ...payment, dispute: idOf(opened as { id: string }) }
}

test('an open dispute withdraws the money immediately', async () => {
  const { charge: id, dispute } = await disputed({ reason: 'product_not_received' })
  expect(await disputes().retrieve(dispute)).toMatchObject({
    charge: id,
    amount: 12_345,
    status: 'needs_response',
    reason: 'product_not_received',
    is_charge_refundable: false,
  })
  expect((await cards.stripe.charges.retrieve(id)).disputed).toBe(true)
  expect([await balance(), await types()]).toEqual([0, ['created', 'funds_withdrawn']])
})

test.each(['needs_response', 'lost'])(
  'a disputed charge cannot be refunded: %s',
  async (status) => {
    const { charge: id, dispute, intent } = await disputed()
    if (status === 'lost') await decide(dispute, status)
    for (const params of [{ charge: id }, { payment_intent: intent, amount: 1 }])
      expect(await errorOf(cards.stripe.refunds.create(params))).toMatchObject({
        statusCode: 400,
        code: 'charge_disputed',
      })
    expect((await cards.stripe.charges.retrieve(id)).amount_refunded).toBe(0)
  },
)

test('a lost dispute keeps the money, and winning it afterwards returns the money', async () => {
  const { dispute } = await disputed()
  await decide(dispute, 'lost')
  expect([await balance(), (await types()).at(-1)]).toEqual([0, 'closed'])
  await decide(dispute, 'won')
  expect((await disputes().retrieve(dispute)).status).toBe('won')
  expect(await balance()).toBe(12_345)
  expect(await types()).toEqual([
    'created',
    'funds_withdrawn',
    'closed',
    'closed',
    'funds_reinstated',
  ])
  const [last] = (await cards.stripe.events.list({ type: 'charge.dispute.closed' })).data
  expect(last?.data.previous_attributes).toEqual({ status: 'lost' })
})

test('a won dispute returns the money, and the charge can be refunded', async () => {
  const { charge: id, dispute } = await disputed()
  await decide(dispute, 'under_review')
  expect(await balance()).toBe(0)
  await decide(dispute, 'won')
  expect(await balance()).toBe(12_345)
  await cards.stripe.refunds.create({ charge: id })
  expect(await balance()).toBe(0)
})

test('a won dispute stays won, and an accepted one is lost', async () => {
  const won = await disputed()
  await decide(won.dispute, 'won')
  for (const status of ['won', 'lost', 'needs_response'])
    expect(await decide(won.dispute, status)).toMatchObject({ error: expect.anything() as unknown })
  const accepted = await disputed()
  expect((await disputes().close(accepted.dispute)).status).toBe('lost')
  expect((await errorOf(disputes().close(accepted.dispute))).statusCode).toBe(400)
})

test('an inquiry withdraws no money, and the charge can be refunded until the bank opens a dispute', async () => {
  const { charge: id, dispute } = await disputed({ status: 'warning_needs_response' })
  expect((await disputes().retrieve(dispute)).is_charge_refundable).toBe(true)
  await cards.stripe.refunds.create({ charge: id, amount: 345 })
  expect([await balance(), await types()]).toEqual([12_000, ['created']])
  await decide(dispute, 'needs_response')
  expect((await types()).at(-1)).toBe('funds_withdrawn')
  expect((await errorOf(cards.stripe.refunds.create({ charge: id }))).code).toBe('charge_disputed')
})

test('a dispute after a refund is about the rest', async () => {
  const { charge: id } = await paid()
  await cards.stripe.refunds.create({ charge: id, amount: 2345 })
  const opened = await cards.control('POST', 'disputes', { charge: id })
  expect(opened).toMatchObject({ amount: 10_000 })
  expect(await balance()).toBe(0)
})

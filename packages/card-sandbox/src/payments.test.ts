import { expect, test } from 'vitest'
import {
  charge,
  customerWithCard,
  errorOf,
  idOf,
  newCheckout,
  unconfirmed,
  useCards,
} from '../test/cards.ts'

const cards = useCards()
const unexpected = { statusCode: 400, code: 'payment_intent_unexpected_state' }
const intents = () => cards.stripe.paymentIntents
const charges = async () => (await cards.stripe.charges.list()).data
const listed = async (customer: string) =>
  (await intents().list({ customer })).data.map(({ status }) => status)

async function created(card?: string) {
  const { id } = await unconfirmed(cards.stripe, await customerWithCard(cards.stripe, card))
  return id
}

test.each([
  ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
  ['pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
])('%s is saved, then declined off session', async (card, code, decline_code) => {
  const saved = await customerWithCard(cards.stripe, card)
  await cards.control('POST', 'three-d-secure', { intent: saved.setup.id })
  const error = await errorOf(charge(cards.stripe, saved))
  expect(error).toMatchObject({ statusCode: 402, code, decline_code })
  expect(await listed(saved.customer)).toEqual(['requires_payment_method'])
})

test.each([
  [true, 'succeeded', 1],
  [false, 'requires_payment_method', 0],
])("3-D Secure on session: the holder's %s decides", async (passed, status, paid) => {
  const saved = await customerWithCard(cards.stripe, 'pm_card_authenticationRequired')
  const asked = await charge(cards.stripe, saved, { off_session: false })
  expect(asked).toMatchObject({ status: 'requires_action', latest_charge: null })
  await cards.control('POST', 'three-d-secure', { intent: asked.id, passed })
  expect((await intents().retrieve(asked.id)).status).toBe(status)
  expect(await charges()).toHaveLength(paid)
})

test('a confirmation that executes after the cancel charges nothing, and its key keeps the refusal', async () => {
  const id = await created()
  const confirm = () => intents().confirm(id, { off_session: true }, { idempotencyKey: 'late' })
  await cards.holdNext('/confirm$')
  const refusal = errorOf(confirm())
  await cards.isHolding()
  expect((await intents().cancel(id)).status).toBe('canceled')
  await cards.release()
  expect(await refusal).toMatchObject(unexpected)
  expect(await errorOf(confirm())).toMatchObject(unexpected)
  expect(await charges()).toEqual([])
})

test("a cancel ends the bank's question: a later answer charges nothing", async () => {
  const id = await created('pm_card_authenticationRequired')
  expect((await intents().confirm(id)).status).toBe('requires_action')
  await intents().cancel(id)
  const late = await cards.control('POST', 'three-d-secure', { intent: id })
  expect(late).toMatchObject({ error: { code: 'intent_unexpected_state' } })
  expect(await charges()).toEqual([])
})

test('many confirmations of one intent with different keys charge it once, and it is not canceled', async () => {
  const id = await created()
  const calls = Array.from({ length: 10 }, (_, at) =>
    intents().confirm(id, { off_session: true }, { idempotencyKey: `confirm:${at}` }),
  )
  const settled = await Promise.allSettled(calls)
  const refused = settled.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(9)
  for (const { reason } of refused) expect(reason).toMatchObject(unexpected)
  expect(await errorOf(intents().cancel(id))).toMatchObject(unexpected)
  expect(await charges()).toHaveLength(1)
})

test.each([
  ['succeeded', { status: 'succeeded' }, 'succeeded'],
  ['failed', { status: 'requires_payment_method' }, 'failed'],
])('processing ends as %s, with the same charge', async (status, intent, state) => {
  await cards.control('POST', 'processing', { times: 1 })
  const id = await created()
  expect((await intents().confirm(id, { off_session: true })).status).toBe('processing')
  expect(await charges()).toMatchObject([{ status: 'pending', paid: false }])
  expect(await errorOf(intents().cancel(id))).toMatchObject(unexpected)
  await cards.control('POST', `payment_intents/${id}`, { status })
  expect(await intents().retrieve(id)).toMatchObject(intent)
  expect(await charges()).toMatchObject([{ status: state }])
})

test('with a control call a processing intent is canceled', async () => {
  await cards.control('POST', 'processing', { times: 1, isCancelable: true })
  const id = await created()
  await intents().confirm(id, { off_session: true })
  expect((await intents().cancel(id)).status).toBe('canceled')
  expect(await charges()).toMatchObject([{ status: 'failed' }])
})

test('a card detached between creation and confirmation is not charged', async () => {
  const saved = await customerWithCard(cards.stripe)
  const intent = await unconfirmed(cards.stripe, saved)
  await cards.stripe.paymentMethods.detach(saved.paymentMethod)
  expect(await errorOf(intents().confirm(intent.id))).toMatchObject({
    type: 'StripeInvalidRequestError',
    code: undefined,
  })
  expect(await listed(saved.customer)).toEqual(['requires_payment_method'])
  expect(await charges()).toEqual([])
})

test("a customer's intents are listed to the last page, newest first; an unknown customer is refused", async () => {
  const saved = await customerWithCard(cards.stripe)
  await created()
  for (let attempt = 1; attempt <= 5; attempt += 1)
    await unconfirmed(cards.stripe, saved, { metadata: { attempt: `${attempt}` } })
  const all = await intents()
    .list({ customer: saved.customer, limit: 2 })
    .autoPagingToArray({ limit: 100 })
  expect(all.map(({ metadata }) => metadata['attempt'])).toEqual(['5', '4', '3', '2', '1'])
  const unknown = await errorOf(intents().list({ customer: 'cus_unknown' }))
  expect(unknown).toMatchObject({ statusCode: 400, code: 'resource_missing' })
})

test('a refund fails after it succeeded, and a lost dispute is won: events report both', async () => {
  const { stripe } = cards
  const paid = await charge(stripe, await customerWithCard(stripe))
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 2345 })
  await cards.control('POST', `refunds/${refund.id}`, { status: 'failed' })
  expect(await charges()).toMatchObject([{ amount_refunded: 0 }])
  const opened = await cards.control('POST', 'disputes', { charge: idOf(paid.latest_charge) })
  const decide = (status: string) =>
    cards.control('POST', `disputes/${idOf(opened as { id: string })}`, { status })
  const disputed = errorOf(stripe.refunds.create({ payment_intent: paid.id }))
  expect(await disputed).toMatchObject({ code: 'charge_disputed' })
  for (const status of ['lost', 'won'])
    expect(await decide(status)).toMatchObject({ status, amount: 12_345 })
  const { data } = await stripe.events.list({ limit: 100 })
  const types = data.map(({ type }) => type).filter((type) => /refund\.|dispute/.test(type))
  expect(types.reverse()).toEqual([
    'refund.created',
    'refund.updated',
    'charge.refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ])
})

test('a checkout is paid once, or it expires by the clock and is not paid', async () => {
  const open = async () => {
    const { id, client_secret } = await cards.stripe.checkout.sessions.create(newCheckout())
    const entered = `client_secret=${client_secret}&email=a@b.example&payment_method=pm_card_visa`
    const pay = () => cards.post(`/v1/payment_pages/${id}/confirm`, entered)
    return { pay, now: () => cards.stripe.checkout.sessions.retrieve(id) }
  }
  const [bought, left] = [await open(), await open()]
  expect([(await bought.pay()).status, (await bought.pay()).status]).toEqual([200, 400])
  expect(await bought.now()).toMatchObject({ status: 'complete', payment_status: 'paid' })
  await cards.control('POST', 'clock', { skewSeconds: 25 * 3600 })
  expect((await left.now()).status).toBe('expired')
  expect((await left.pay()).status).toBe(400)
  expect(await charges()).toHaveLength(1)
})

test("a browser's key saves cards, sees an intent only with its secret, and lists nothing", async () => {
  const { client_secret, id } = await intents().create({ amount: 500, currency: 'usd' })
  const asBrowser = async (path: string) =>
    (await fetch(`${cards.origin}/v1/${path}key=pk_test_page`)).status
  expect(await asBrowser(`payment_intents/${id}?client_secret=${client_secret}&`)).toBe(200)
  expect(await asBrowser(`payment_intents/${id}?`)).toBe(401)
  expect(await asBrowser('customers?')).toBe(401)
})

test('a real card and an unknown parameter are refused', async () => {
  const card = { number: '4929000000006', exp_month: '12', exp_year: '2034', cvc: '123' }
  const real = await errorOf(cards.stripe.tokens.create({ card }))
  expect(real.decline_code).toBe('test_mode_live_card')
  const unknown = await cards.post('/v1/payment_intents', 'amount=500&currency=usd&colour=red')
  expect(unknown.status).toBe(400)
})

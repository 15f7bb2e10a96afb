import { expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, stripeFor, useCards } from '../test/cards.ts'

const cards = useCards()
const port = () => Number(new URL(cards.origin).port)

test('a call without a key, or with one that is no test key, is refused', async () => {
  const answer = await fetch(`${cards.origin}/v1/customers`)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('request-id')).toMatch(/^req_/)
  expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  const live = await errorOf(stripeFor({ port: port() }, 'sk_live_abc').customers.list())
  expect(live).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' })
})

test("a browser's key can create tokens and read nothing", async () => {
  const browser = stripeFor({ port: port() }, 'pk_test_browser')
  const card = { number: '4242424242424242', exp_month: '1', exp_year: '2034', cvc: '123' }
  expect((await browser.tokens.create({ card })).id).toMatch(/^tok_/)
  expect(await errorOf(browser.customers.list())).toMatchObject({
    statusCode: 401,
    code: 'secret_key_required',
  })
})

test("a browser sees an intent only with that intent's secret", async () => {
  const intent = await cards.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  const browser = stripeFor({ port: port() }, 'pk_test_browser')
  expect((await errorOf(browser.paymentIntents.retrieve(intent.id))).statusCode).toBe(401)
  const client_secret = String(intent.client_secret)
  const seen = await browser.paymentIntents.retrieve(intent.id, { client_secret })
  expect(seen.id).toBe(intent.id)
})

test('an unknown id is not found, with its kind in the message', async () => {
  const { stripe } = cards
  for (const call of [
    stripe.customers.retrieve('cus_none'),
    stripe.paymentIntents.retrieve('pi_none'),
    stripe.charges.retrieve('ch_none'),
    stripe.paymentMethods.retrieve('pm_none'),
  ])
    expect(await errorOf(call)).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  const nowhere = await cards.post('/v1/unicorns', '')
  expect(nowhere.status).toBe(404)
  expect(await nowhere.json()).toMatchObject({
    error: { message: expect.stringContaining('Unrecognized request URL') as unknown },
  })
})

test('an error has a message, the address of its documentation, and the id of the call', async () => {
  const answer = await cards.post('/v1/customers/cus_none', 'name=Ana')
  expect(await answer.json()).toMatchObject({
    error: {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'id',
      message: "No such customer: 'cus_none'",
      doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
      request_log_url: expect.stringContaining(answer.headers.get('request-id') ?? '?') as unknown,
    },
  })
})

test('metadata is merged, and an empty value removes its key', async () => {
  const { stripe } = cards
  const { id } = await stripe.customers.create({ metadata: { account: '10412', tier: 'gold' } })
  const updated = await stripe.customers.update(id, { metadata: { tier: '', region: 'eu' } })
  expect(updated.metadata).toEqual({ account: '10412', region: 'eu' })
  expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
})

test('ids are replaced by their objects on request, also in nested objects', async () => {
  const { stripe } = cards
  const saved = await customerWithCard(stripe)
  const paid = await charge(stripe, saved, { expand: ['latest_charge.customer'] })
  expect(paid.latest_charge).toMatchObject({ object: 'charge', customer: { id: saved.customer } })
  const { data } = await stripe.paymentIntents.list({ expand: ['data.payment_method'] })
  expect(data[0]?.payment_method).toMatchObject({ object: 'payment_method' })
  const wrong = await errorOf(stripe.paymentIntents.retrieve(paid.id, { expand: ['colour'] }))
  expect(wrong).toMatchObject({ statusCode: 400, param: 'expand' })
})

test('long lists have pages, forwards and backwards, newest first', async () => {
  const { stripe } = cards
  for (const name of ['a', 'b', 'c', 'd', 'e']) await stripe.customers.create({ name })
  const names = (page: { data: { name?: string | null }[] }) => page.data.map(({ name }) => name)

  const first = await stripe.customers.list({ limit: 2 })
  expect([names(first), first.has_more]).toEqual([['e', 'd'], true])
  const middle = await stripe.customers.list({ limit: 2, starting_after: first.data[1]!.id })
  expect([names(middle), middle.has_more]).toEqual([['c', 'b'], true])
  const last = await stripe.customers.list({ limit: 2, starting_after: middle.data[1]!.id })
  expect([names(last), last.has_more]).toEqual([['a'], false])
  const back = await stripe.customers.list({ limit: 2, ending_before: last.data[0]!.id })
  expect([names(back), back.has_more]).toEqual([['c', 'b'], true])

  const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ name }) => name)).toEqual(['e', 'd', 'c', 'b', 'a'])
  for (const limit of [0, 101])
    expect((await errorOf(stripe.customers.list({ limit }))).param).toBe('limit')
})

test('lists can be filtered by customer and by time', async () => {
  const { stripe } = cards
  const early = await customerWithCard(stripe)
  await charge(stripe, early, { amount: 100 })
  await cards.control('POST', 'clock', { skewSeconds: 1000 })
  const late = await customerWithCard(stripe)
  const second = await charge(stripe, late, { amount: 200 })
  const amounts = (page: { data: { amount: number }[] }) => page.data.map(({ amount }) => amount)

  expect(amounts(await stripe.paymentIntents.list({ customer: early.customer }))).toEqual([100])
  const { created } = second
  expect(amounts(await stripe.charges.list({ created: { gte: created } }))).toEqual([200])
  expect(amounts(await stripe.charges.list({ created: { lt: created } }))).toEqual([100])
  expect(amounts(await stripe.paymentIntents.list({ created }))).toEqual([200])
})

test('a payment is found by the attempt in its metadata', async () => {
  const { stripe } = cards
  const saved = await customerWithCard(stripe)
  for (const attempt of ['7', '8']) await charge(stripe, saved, { metadata: { attempt } })
  const find = async (query: string) =>
    (await stripe.paymentIntents.search({ query })).data.map(({ metadata }) => metadata['attempt'])
  expect(await find("metadata['attempt']:'7'")).toEqual(['7'])
  expect(await find('metadata["attempt"]:"8" AND status:"succeeded"')).toEqual(['8'])
  expect(await find("metadata['attempt']:'7' OR metadata['attempt']:'8'")).toEqual(['8', '7'])
  expect(await find("-metadata['attempt']:'7' AND amount>100")).toEqual(['8'])
  expect(await find("metadata['attempt']:'9'")).toEqual([])
  expect((await errorOf(find('attempt = 7'))).statusCode).toBe(400)
})

test('search results can be delayed, as at the real provider', async () => {
  const { stripe } = cards
  await charge(stripe, await customerWithCard(stripe), { metadata: { attempt: '7' } })
  await cards.control('POST', 'search', { delaySeconds: 60 })
  const query = "metadata['attempt']:'7'"
  expect((await stripe.paymentIntents.search({ query })).data).toEqual([])
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  await cards.control('POST', 'clock', { skewSeconds: 61 })
  expect((await stripe.paymentIntents.search({ query })).data).toHaveLength(1)
})

test('the balance is the sum of charges less refunds', async () => {
  const { stripe } = cards
  const paid = await charge(stripe, await customerWithCard(stripe))
  await stripe.refunds.create({ payment_intent: paid.id, amount: 345 })
  expect((await stripe.balance.retrieve()).available).toMatchObject([
    { amount: 12_000, currency: 'usd' },
  ])
})

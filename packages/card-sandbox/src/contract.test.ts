import { beforeEach, expect, test } from 'vitest'
import { allRoutes, matchRoute } from './routes/all-routes.ts'
import { shapeProblems } from '../test/sdk-shapes.ts'
import { charge, customerWithCard, idOf, newCheckout, useCards } from '../test/cards.ts'

const cards = useCards()
const used = new Set<string>()
let problems: string[] = []

beforeEach(() => {
  problems = []
})

/** Returns what is wrong with an answer, and with every object of the provider in it. */
function problemsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(problemsOf)
  if (typeof value !== 'object' || value === null) return []
  return [...ownProblems(value), ...Object.values(value).flatMap(problemsOf)]
}

function ownProblems(value: object) {
  if (!('object' in value) || typeof value.object !== 'string' || 'deleted' in value) return []
  const kind = value.object
  const isList = kind === 'list' || kind === 'search_result'
  const missing = ['data', 'has_more', 'url'].filter((name) => !(name in value))
  const problems = isList ? missing : shapeProblems(kind, value)
  return problems.map((problem) => `${kind}: ${problem}`)
}

async function checked<T extends object>(call: Promise<T>) {
  const answer = await call
  problems.push(...problemsOf(JSON.parse(JSON.stringify(answer))))
  for (const { method, path, status } of await cards.requests()) {
    const match = status === 200 ? matchRoute(method, path) : undefined
    if (match) used.add(`${method} ${match.route.path}`)
  }
  return answer
}

test('cards are saved and listed in the shapes of the SDK', async () => {
  const { stripe } = cards
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' }
  const token = await checked(stripe.tokens.create({ card }))
  await checked(stripe.tokens.retrieve(token.id))
  const method = await checked(
    stripe.paymentMethods.create({ type: 'card', card: { token: token.id } }),
  )
  const customer = await checked(stripe.customers.create({ email: 'luis@aldgate.example' }))
  await checked(stripe.paymentMethods.attach(method.id, { customer: customer.id }))
  await checked(stripe.paymentMethods.retrieve(method.id))
  await checked(stripe.paymentMethods.update(method.id, { metadata: { kept: 'yes' } }))
  await checked(stripe.paymentMethods.list({ customer: customer.id }))
  await checked(stripe.customers.listPaymentMethods(customer.id))
  await checked(stripe.customers.retrievePaymentMethod(customer.id, method.id))
  await checked(stripe.paymentMethods.detach(method.id))
  expect(problems).toEqual([])
})

test('customers are created and deleted in the shapes of the SDK', async () => {
  const { stripe } = cards
  const { id } = await checked(stripe.customers.create({ email: 'ana@aldgate.example' }))
  await checked(stripe.customers.retrieve(id))
  await checked(stripe.customers.update(id, { metadata: { account: '10412' } }))
  await checked(stripe.customers.list({ email: 'ana@aldgate.example' }))
  await checked(stripe.customers.search({ query: "metadata['account']:'10412'" }))
  expect(await checked(stripe.customers.del(id))).toMatchObject({ id, deleted: true })
  expect(await checked(stripe.customers.retrieve(id))).toMatchObject({ id, deleted: true })
  expect(problems).toEqual([])
})

test('setup intents answer in the shape of the SDK', async () => {
  const { stripe } = cards
  const customer = await stripe.customers.create()
  const setup = await checked(stripe.setupIntents.create({ customer: customer.id }))
  await checked(stripe.setupIntents.retrieve(setup.id))
  await checked(stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' }))
  await checked(stripe.setupIntents.list({ customer: customer.id }))
  await checked(stripe.setupIntents.cancel((await stripe.setupIntents.create({})).id))
  expect(problems).toEqual([])
})

test('payments, their charges, refunds and disputes answer in the shapes of the SDK', async () => {
  const { stripe } = cards
  const saved = await customerWithCard(stripe, 'pm_card_createDispute')
  const paid = await checked(charge(stripe, saved))
  await checked(stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge', 'customer'] }))
  await checked(stripe.paymentIntents.update(paid.id, { metadata: { attempt: '7' } }))
  await checked(stripe.paymentIntents.list({ customer: saved.customer }))
  await checked(stripe.paymentIntents.search({ query: "metadata['attempt']:'7'" }))

  const later = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  await checked(stripe.paymentIntents.confirm(later.id, { payment_method: 'pm_card_visa' }))
  const never = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  await checked(stripe.paymentIntents.cancel(never.id))

  const chargeId = idOf(paid.latest_charge)
  await checked(stripe.charges.retrieve(chargeId))
  await checked(stripe.charges.list({ customer: saved.customer }))
  await checked(stripe.charges.search({ query: `customer:'${saved.customer}'` }))
  const refundable = idOf((await charge(stripe, await customerWithCard(stripe))).latest_charge)
  const refund = await checked(stripe.refunds.create({ charge: refundable, amount: 100 }))
  await checked(stripe.refunds.retrieve(refund.id))
  await checked(stripe.refunds.list({ charge: refundable }))
  const [dispute] = (await checked(stripe.disputes.list({ charge: chargeId }))).data
  await checked(stripe.disputes.retrieve(idOf(dispute)))
  await checked(stripe.disputes.close(idOf(dispute)))
  await checked(stripe.balance.retrieve())
  await checked(stripe.accounts.retrieve((await checked(stripe.accounts.retrieve(null))).id))
  expect(problems).toEqual([])
})

test('events and webhook endpoints answer in the shapes of the SDK', async () => {
  const { stripe } = cards
  await stripe.customers.create({ name: 'Fairhaven Markets' })
  const [event] = (await checked(stripe.events.list({ type: 'customer.created' }))).data
  await checked(stripe.events.retrieve(String(event?.id)))
  const endpoint = await checked(
    stripe.webhookEndpoints.create({ url: 'http://localhost:9/hook', enabled_events: ['*'] }),
  )
  await checked(stripe.webhookEndpoints.retrieve(endpoint.id))
  await checked(stripe.webhookEndpoints.list())
  expect(await checked(stripe.webhookEndpoints.del(endpoint.id))).toMatchObject({ deleted: true })
  expect(problems).toEqual([])
})

test('checkouts, their items and their payment answer in the shapes of the SDK', async () => {
  const { stripe } = cards
  const { id, client_secret } = await checked(stripe.checkout.sessions.create(newCheckout()))
  await checked(stripe.checkout.sessions.listLineItems(id))
  const secret = `client_secret=${client_secret}`
  const page = await checked(cards.get(`/v1/payment_pages/${id}?${secret}`))
  expect(page).toMatchObject({ status: 'open', amount: 12_000 })
  const entered = `${secret}&email=a@b.example&payment_method=pm_card_visa`
  const answer = await cards.post(`/v1/payment_pages/${id}/confirm`, entered)
  await checked(answer.json() as Promise<object>)
  await checked(
    stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent', 'payment_intent.latest_charge'],
    }),
  )
  const other = await stripe.checkout.sessions.create(newCheckout())
  await checked(stripe.checkout.sessions.expire(other.id))
  await checked(stripe.checkout.sessions.list({ status: 'complete' }))
  expect(problems).toEqual([])
})

test('these tests have called every route', () => {
  const every = allRoutes.map(({ method, path }) => `${method} ${path}`).sort()
  expect([...used].sort()).toEqual(every)
})

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

/** Returns the faults of an answer, and of every object of the provider in it. */
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
  const method = await checked(
    stripe.paymentMethods.create({ type: 'card', card: { token: token.id } }),
  )
  const customer = await stripe.customers.create()
  const saved = { customer: customer.id, payment_method: method.id, confirm: true }
  await stripe.setupIntents.create(saved)
  await checked(stripe.paymentMethods.retrieve(method.id))
  await checked(stripe.paymentMethods.detach(method.id))
  expect(problems).toEqual([])
})

test('customers and their events are created in the shapes of the SDK', async () => {
  const { stripe } = cards
  const { id } = await checked(stripe.customers.create({ email: 'ana@aldgate.example' }))
  await checked(stripe.customers.update(id, { metadata: { account: '10412' } }))
  await checked(stripe.customers.list({ email: 'ana@aldgate.example' }))
  await checked(stripe.events.list({ type: 'customer.created' }))
  expect(problems).toEqual([])
})

test('setup intents answer in the shape of the SDK', async () => {
  const { stripe } = cards
  const customer = await stripe.customers.create()
  const setup = await checked(stripe.setupIntents.create({ customer: customer.id }))
  await checked(stripe.setupIntents.retrieve(setup.id))
  await checked(stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' }))
  expect(problems).toEqual([])
})

test('payments, their charges, refunds and disputes answer in the shapes of the SDK', async () => {
  const { stripe } = cards
  const saved = await customerWithCard(stripe, 'pm_card_createDispute')
  const paid = await checked(charge(stripe, saved))
  await checked(stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge', 'customer'] }))
  await checked(stripe.paymentIntents.list({ customer: saved.customer }))

  const later = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  await checked(stripe.paymentIntents.confirm(later.id, { payment_method: 'pm_card_visa' }))
  const never = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  await checked(stripe.paymentIntents.cancel(never.id))

  const chargeId = idOf(paid.latest_charge)
  await checked(stripe.charges.list({ customer: saved.customer }))
  const refundable = idOf((await charge(stripe, await customerWithCard(stripe))).latest_charge)
  await checked(stripe.refunds.create({ charge: refundable, amount: 100 }))
  await checked(stripe.refunds.list({ charge: refundable }))
  await checked(stripe.disputes.list({ charge: chargeId }))
  await checked(stripe.accounts.retrieve(null))
  expect(problems).toEqual([])
})

test('checkouts, their items and their payment answer in the shapes of the SDK', async () => {
  const { stripe } = cards
  const { id, client_secret } = await checked(stripe.checkout.sessions.create(newCheckout()))
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

import type { ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort, listenOnLoopback, type Listening } from './loopback.ts'
import { startCards } from './start-cards.ts'
import { charge, customerWithCard, stripeFor, useCards, type Cards } from '../test/cards.ts'

type Received = { payload: string; signature: string; event: Stripe.Event }

const cards = useCards()
let receiver: Listening
let received: Received[]
let answers: (number | Promise<number>)[]
let secret: string

beforeEach(async () => {
  received = []
  answers = []
  receiver = await receive(0)
  await cards.control('POST', 'webhooks', { delayMs: 1, retry: [20, 20, 20] })
  const endpoint = await cards.stripe.webhookEndpoints.create({
    url: `${receiver.origin}/api/webhooks/cards`,
    enabled_events: ['customer.created', 'customer.updated', 'customer.deleted'],
  })
  secret = endpoint.secret ?? ''
})
afterEach(() => receiver.close())

/** Returns the statuses that the test sets, then 200. */
function receive(port: number) {
  return listenOnLoopback(
    (request, response) => {
      let payload = ''
      request.on('data', (chunk) => (payload += String(chunk)))
      request.on('end', () => {
        const event = JSON.parse(payload) as Stripe.Event
        received.push({ payload, signature: String(request.headers['stripe-signature']), event })
        void answer(response)
      })
    },
    port,
    'a port',
  )
}

async function answer(response: ServerResponse) {
  const status = await (answers.shift() ?? 200)
  response.writeHead(status).end()
}

const types = () => received.map(({ event }) => event.type)
const arrive = (count: number) => vi.waitFor(() => expect(received).toHaveLength(count))
/** Waits long enough for a delivery that should not arrive. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 120))

test('an event is sent with a signature that the SDK accepts only for this event', async () => {
  const customer = await cards.stripe.customers.create({ name: 'Ana' })
  await arrive(1)
  const { payload, signature } = received[0]!
  const event = cards.stripe.webhooks.constructEvent(payload, signature, secret)
  expect(event).toMatchObject({
    type: 'customer.created',
    livemode: false,
    data: { object: { id: customer.id, name: 'Ana' } },
  })
  const forged = payload.replace('Ana', 'Eve')
  const verify = cards.stripe.webhooks
  expect(() => verify.constructEvent(forged, signature, secret)).toThrow('signature')
  expect(() => verify.constructEvent(payload, signature, 'whsec_x')).toThrow('signature')
})

test('only the requested events are sent', async () => {
  await cards.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  await cards.stripe.customers.create()
  await arrive(1)
  await settle()
  expect(types()).toEqual(['customer.created'])
})

test('a delivery in progress at a reset is not tried again', async () => {
  let refuse!: (status: number) => void
  answers = [new Promise<number>((resolve) => (refuse = resolve))]
  await cards.stripe.customers.create()
  await arrive(1)
  await cards.control('POST', 'reset')
  await cards.control('POST', 'webhooks', { retry: [20] })
  refuse(500)
  await settle()
  expect(received).toHaveLength(1)
})

test('an event that is not accepted is sent again until it is', async () => {
  answers = [500, 503]
  await cards.stripe.customers.create()
  await arrive(3)
  await settle()
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(1)
  expect(received).toHaveLength(3)
})

test('events can arrive twice', async () => {
  await cards.control('POST', 'webhooks', { duplicate: 2 })
  await cards.stripe.customers.create()
  await arrive(2)
  expect(received[0]?.event.id).toBe(received[1]?.event.id)
})

test('events can arrive in the wrong order', async () => {
  await cards.control('POST', 'webhooks', { reorder: true, delayMs: 80 })
  const { id } = await cards.stripe.customers.create()
  await cards.stripe.customers.update(id, { name: 'Ana' })
  await arrive(2)
  expect(types()).toEqual(['customer.updated', 'customer.created'])
})

test('events can get lost, and be sent again by hand', async () => {
  await cards.control('POST', 'webhooks', { drop: 1 })
  const { id } = await cards.stripe.customers.create()
  await cards.stripe.customers.update(id, { name: 'Ana' })
  await arrive(1)
  await settle()
  expect(types()).toEqual(['customer.updated'])
  const [lost] = (await cards.stripe.events.list({ type: 'customer.created' })).data
  await cards.control('POST', 'redeliver', { id: lost?.id })
  expect(types()).toEqual(['customer.updated', 'customer.created'])
})

test('only events of the named types get lost or arrive twice', async () => {
  await cards.control('POST', 'webhooks', { drop: true, types: ['customer.updated'] })
  const { id } = await cards.stripe.customers.create()
  await cards.stripe.customers.update(id, { name: 'Ana' })
  await cards.control('POST', 'webhooks', { drop: 0, duplicate: 2, types: ['customer.deleted'] })
  await cards.stripe.customers.update(id, { name: 'Bea' })
  await cards.stripe.customers.del(id)
  await arrive(4)
  await settle()
  expect(types().sort()).toEqual([
    'customer.created',
    'customer.deleted',
    'customer.deleted',
    'customer.updated',
  ])
})

test('events can arrive before the answer to the call that caused them', async () => {
  await cards.control('POST', 'webhooks', { early: true, delayMs: 60_000 })
  let answered = false
  let wasAnswered: boolean | undefined
  let take!: (status: number) => void
  answers = [new Promise<number>((resolve) => (take = resolve))]
  const created = cards.stripe.customers.create().then(() => (answered = true))
  await arrive(1)
  wasAnswered = answered
  take(200)
  await created
  expect(wasAnswered).toBe(false)
  await settle()
  expect(received).toHaveLength(1)
})

test('a wrong clock creates signatures that are too old', async () => {
  await cards.control('POST', 'clock', { skewSeconds: -301 })
  await cards.stripe.customers.create()
  await arrive(1)
  const { payload, signature } = received[0]!
  expect(() => cards.stripe.webhooks.constructEvent(payload, signature, secret)).toThrow(
    /tolerance/,
  )
})

test('any event can be simulated', async () => {
  const object = { id: 'cus_unknown', object: 'customer', livemode: true }
  await cards.control('POST', 'send-event', { type: 'customer.deleted', object })
  await arrive(1)
  const { payload, signature } = received[0]!
  const event = cards.stripe.webhooks.constructEvent(payload, signature, secret)
  expect(event).toMatchObject({ type: 'customer.deleted', data: { object } })
})

test('the endpoint given at the start receives every event, signed with its secret', async () => {
  const port = await freePort()
  const portal = await receive(port)
  const webhook = { url: `http://localhost:${port}/api/webhooks/cards`, secret: 'whsec_known' }
  let sandbox: Cards | undefined
  try {
    sandbox = await startCards({ port: 0, webhook })
    const stripe = stripeFor(sandbox)
    await charge(stripe, await customerWithCard(stripe))
    await vi.waitFor(() => expect(types()).toContain('payment_intent.succeeded'))
    for (const { payload, signature } of received)
      stripe.webhooks.constructEvent(payload, signature, webhook.secret)
  } finally {
    await sandbox?.close()
    await portal.close()
  }
})

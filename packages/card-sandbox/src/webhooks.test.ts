import type { ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freePort, listenOnLoopback, type Listening } from './loopback.ts'
import { useCards } from '../test/cards.ts'

const secret = 'whsec_known'
const port = await freePort()
const cards = useCards({ webhook: { url: `http://localhost:${port}/events`, secret } })
let receiver: Listening
let received: { payload: string; signature: string; event: Stripe.Event }[]
let answers: (number | Promise<number>)[]

beforeAll(async () => {
  receiver = await listenOnLoopback(
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
})
beforeEach(async () => {
  received = []
  answers = []
  await cards.control('POST', 'webhooks', { delayMs: 1, retry: [20, 20, 20] })
})
afterAll(() => receiver.close())

/** Returns the statuses that the test sets, then 200. */
async function answer(response: ServerResponse) {
  const status = await (answers.shift() ?? 200)
  response.writeHead(status).end()
}

const create = async (name = 'Ana') => (await cards.stripe.customers.create({ name })).id
const names = () => received.map(({ event }) => Reflect.get(event.data.object, 'name') as string)
const arrive = (count: number) => vi.waitFor(() => expect(received).toHaveLength(count))

test('an event is sent with a signature that the SDK accepts only for this event', async () => {
  await create()
  await arrive(1)
  const { payload, signature } = received[0]!
  const { webhooks } = cards.stripe
  expect(webhooks.constructEvent(payload, signature, secret).type).toBe('customer.created')
  const forged = payload.replace('Ana', 'Eve')
  expect(() => webhooks.constructEvent(forged, signature, secret)).toThrow('signature')
})

test('an event is sent again until it is accepted, and twice on request', async () => {
  answers = [500, 503]
  await create()
  await arrive(3)
  await cards.control('POST', 'webhooks', { duplicate: 2 })
  await create('Bea')
  await arrive(5)
  expect(names()).toEqual(['Ana', 'Ana', 'Ana', 'Bea', 'Bea'])
})

test('events can arrive in the wrong order', async () => {
  await cards.control('POST', 'webhooks', { reorder: true, delayMs: 80 })
  await create()
  await create('Bea')
  await arrive(2)
  expect(names()).toEqual(['Bea', 'Ana'])
})

test('events of named types get lost, and can be listed and sent again manually', async () => {
  await cards.control('POST', 'webhooks', { drop: true, types: ['customer.updated'] })
  await cards.stripe.customers.update(await create(), { name: 'Bea' })
  await create('Eve')
  await arrive(2)
  const [lost] = (await cards.stripe.events.list({ type: 'customer.updated' })).data
  await cards.control('POST', 'redeliver', { id: lost!.id })
  expect(names()).toEqual(['Ana', 'Eve', 'Bea'])
})

test('events can arrive before the answer to the call that caused them', async () => {
  await cards.control('POST', 'webhooks', { early: true, delayMs: 60_000 })
  let answered = false
  let take!: (status: number) => void
  answers = [new Promise<number>((resolve) => (take = resolve))]
  const created = create().then(() => (answered = true))
  await arrive(1)
  expect(answered).toBe(false)
  take(200)
  await created
})

test('a delivery in progress at a reset is not retried', async () => {
  let refuse!: (status: number) => void
  answers = [new Promise<number>((resolve) => (refuse = resolve))]
  await create()
  await arrive(1)
  await cards.control('POST', 'reset')
  await cards.control('POST', 'webhooks', { delayMs: 1, retry: [20] })
  refuse(500)
  await create('Bea')
  await arrive(2)
  expect(names()).toEqual(['Ana', 'Bea'])
})

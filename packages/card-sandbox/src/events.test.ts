import { expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, useCards } from '../test/cards.ts'

const cards = useCards()
const events = () => cards.stripe.events
const day = 86_400

const names = (list: { data: { object: object } }[]) =>
  list.map(({ data }) => Reflect.get(data.object, 'name') as string)

async function customers(...given: string[]) {
  for (const name of given) await cards.stripe.customers.create({ name })
}

test('all pages have each event once, from the newest to the oldest, even while new events occur', async () => {
  await customers('a', 'b', 'c', 'd', 'e')
  const seen: string[] = []
  for await (const event of events().list({ limit: 2 })) {
    seen.push(...names([event]))
    if (seen.length < 3) await customers('late')
  }
  expect(seen).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('after a stored position: all later events, each once', async () => {
  await customers('a', 'b')
  const [position] = (await events().list({ limit: 1 })).data
  await customers('c', 'd', 'e', 'f', 'g')
  const first = await events().list({ ending_before: position!.id, limit: 2 })
  // Backwards, a page has the events right after the position.
  expect([names(first.data), first.has_more]).toEqual([['d', 'c'], true])
  const all = await events()
    .list({ ending_before: position!.id, limit: 2 })
    .autoPagingToArray({ limit: 100 })
  expect(names(all).sort()).toEqual(['c', 'd', 'e', 'f', 'g'])
  const none = await events().list({ ending_before: all.at(-1)!.id })
  expect([none.data, none.has_more]).toEqual([[], false])
})

test('only the requested types: several, one, or a group', async () => {
  await charge(cards.stripe, await customerWithCard(cards.stripe))
  const types = async (params: object) =>
    new Set((await events().list({ limit: 100, ...params })).data.map(({ type }) => type))
  expect(await types({ types: ['charge.succeeded', 'refund.failed'] })).toEqual(
    new Set(['charge.succeeded']),
  )
  expect(await types({ type: 'customer.created' })).toEqual(new Set(['customer.created']))
  expect(await types({ type: 'payment_intent.*' })).toEqual(
    new Set(['payment_intent.created', 'payment_intent.succeeded']),
  )
  const both = events().list({ type: 'customer.created', types: ['charge.succeeded'] })
  expect(await errorOf(both)).toMatchObject({ statusCode: 400, code: 'parameters_exclusive' })
  const many = events().list({ types: Array.from({ length: 21 }, (_, at) => `charge.x${at}`) })
  expect((await errorOf(many)).statusCode).toBe(400)
})

test('events are stored for 30 days by the clock; then a position is unknown', async () => {
  await customers('a')
  const [position] = (await events().list()).data
  await cards.control('POST', 'clock', { skewSeconds: 29 * day })
  await customers('b')
  expect(names((await events().list()).data)).toEqual(['b', 'a'])
  await cards.control('POST', 'clock', { skewSeconds: 30 * day + 1 })
  expect(names((await events().list()).data)).toEqual(['b'])
  expect((await errorOf(events().retrieve(position!.id))).statusCode).toBe(404)
  const from = events().list({ ending_before: position!.id })
  expect(await errorOf(from)).toMatchObject({ statusCode: 400, code: 'resource_missing' })
})

test('the event of a lost webhook is in the list, with the state at that time', async () => {
  await cards.control('POST', 'webhooks', { drop: true })
  const { id } = await cards.stripe.customers.create({ name: 'Ana' })
  await cards.stripe.customers.update(id, { name: 'Bea' })
  expect(names((await events().list({ type: 'customer.*' })).data)).toEqual(['Bea', 'Ana'])
})

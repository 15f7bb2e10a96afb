import { beforeEach, expect, test } from 'vitest'
import { customerWithCard, errorOf, unconfirmed, useCards } from '../test/cards.ts'

const cards = useCards()
let saved: Awaited<ReturnType<typeof customerWithCard>>
beforeEach(async () => void (saved = await customerWithCard(cards.stripe)))

const attempts = (intents: { metadata: Record<string, string> }[]) =>
  intents.map(({ metadata }) => metadata['attempt'])

async function create(count: number, to = saved) {
  const made = []
  for (let attempt = 1; attempt <= count; attempt += 1)
    made.push(await unconfirmed(cards.stripe, to, { metadata: { attempt: `${attempt}` } }))
  return made
}

test("a customer's intents are listed to the last page, newest first, each once, with their metadata", async () => {
  await create(7, await customerWithCard(cards.stripe))
  await create(25)
  const listed = await cards.stripe.paymentIntents
    .list({ customer: saved.customer, limit: 4 })
    .autoPagingToArray({ limit: 1000 })
  expect(attempts(listed)).toEqual(Array.from({ length: 25 }, (_, at) => `${25 - at}`))
  expect(new Set(listed.map(({ customer }) => customer))).toEqual(new Set([saved.customer]))
})

test('the list has an intent as soon as its creation is answered; search does not', async () => {
  await cards.control('POST', 'search', { delaySeconds: 60 })
  const [intent] = await create(1)
  const { paymentIntents } = cards.stripe
  const { data } = await paymentIntents.list({ customer: saved.customer })
  expect(data.map(({ id }) => id)).toEqual([intent?.id])
  expect((await paymentIntents.search({ query: "metadata['attempt']:'1'" })).data).toEqual([])
})

test('an unknown customer is refused, so that lost data is not mistaken for a customer without payments', async () => {
  const error = await errorOf(cards.stripe.paymentIntents.list({ customer: 'cus_unknown' }))
  expect(error).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' })
})

test('customers are found by the exact address, and a repeated key creates no second one', async () => {
  const { customers } = cards.stripe
  const email = 'a1b2+10412@portal.invalid'
  const key = { idempotencyKey: 'customer:a1b2:10412' }
  const both = await Promise.allSettled([
    customers.create({ email }, key),
    customers.create({ email }, key),
  ])
  const again = await customers.create({ email }, key)
  const heard = both.map((one) =>
    one.status === 'fulfilled' ? one.value.id : (one.reason as { code: string }).code,
  )
  expect([again.id, 'idempotency_key_in_use']).toEqual(expect.arrayContaining(heard))
  const found = async (address: string) =>
    (await customers.list({ email: address })).data.map(({ id }) => id)
  expect(await found(email)).toEqual([again.id])
  // The provider's filter is case-sensitive.
  expect(await found(email.toUpperCase())).toEqual([])
  await customers.del(again.id)
  expect(await found(email)).toEqual([])
})

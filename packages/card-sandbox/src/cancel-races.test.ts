import { expect, test } from 'vitest'
import {
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
const confirmed = (key: string) => ({ idempotencyKey: `confirm:${key}` })

async function created(card?: string) {
  const { id } = await unconfirmed(cards.stripe, await customerWithCard(cards.stripe, card))
  return id
}

const slowConfirm = (ms: number) =>
  cards.control('POST', 'faults', { path: '/confirm$', kind: 'slow_execute', ms })

/** Returns the results of the calls and the state afterwards. */
async function outcome(id: string, calls: Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls)
  const refusals = settled.filter((one) => one.status === 'rejected')
  for (const { reason } of refusals) expect(reason).toMatchObject(unexpected)
  const [{ status }, charges] = await Promise.all([
    intents().retrieve(id),
    cards.stripe.charges.list({ payment_intent: id }),
  ])
  return { refused: refusals.length, status, charges: charges.data.length }
}

test('a confirmation that executes after the cancel is refused and charges nothing', async () => {
  const id = await created()
  await cards.holdNext('/confirm$')
  const late = intents().confirm(id, { off_session: true }, confirmed('late'))
  const refusal = errorOf(late)
  await cards.isHolding()
  expect((await intents().cancel(id)).status).toBe('canceled')
  await cards.release()
  expect(await refusal).toMatchObject(unexpected)
  expect((await intents().retrieve(id)).status).toBe('canceled')
  expect((await cards.stripe.charges.list()).data).toEqual([])
  // From now on the refusal is the answer for that key.
  expect(
    await errorOf(intents().confirm(id, { off_session: true }, confirmed('late'))),
  ).toMatchObject(unexpected)
})

test('a cancel that executes after the confirmation is refused', async () => {
  const id = await created()
  await cards.holdNext('/cancel$')
  const refusal = errorOf(intents().cancel(id))
  await cards.isHolding()
  expect((await intents().confirm(id, { off_session: true })).status).toBe('succeeded')
  await cards.release()
  expect(await refusal).toMatchObject(unexpected)
  expect((await intents().retrieve(id)).status).toBe('succeeded')
})

test('of a concurrent confirmation and cancel exactly one wins, each time', async () => {
  const statuses = new Set<string>()
  for (let round = 0; round < 24; round += 1) {
    const id = await created()
    if (round % 2) await slowConfirm(round % 3)
    const result = await outcome(id, [
      intents().confirm(id, { off_session: true }, confirmed(id)),
      intents().cancel(id),
    ])
    expect(result.refused).toBe(1)
    expect(result).toMatchObject(
      result.status === 'succeeded' ? { charges: 1 } : { status: 'canceled', charges: 0 },
    )
    statuses.add(result.status)
  }
  expect([...statuses].sort()).toEqual(['canceled', 'succeeded'])
})

test('many confirmations of one intent with different keys charge it once', async () => {
  const id = await created()
  const calls = Array.from({ length: 10 }, (_, at) =>
    intents().confirm(id, { off_session: true }, confirmed(`${at}`)),
  )
  expect(await outcome(id, calls)).toEqual({ refused: 9, status: 'succeeded', charges: 1 })
})

test('the intent of a checkout page is not canceled: its page expires instead', async () => {
  const { stripe } = cards
  const session = await stripe.checkout.sessions.create(newCheckout())
  const entered = `client_secret=${session.client_secret}&email=a@b.example`
  const page = `/v1/payment_pages/${session.id}/confirm`
  await cards.post(page, `${entered}&payment_method=pm_card_authenticationRequired`)
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id)
  expect(await errorOf(intents().cancel(idOf(payment_intent)))).toMatchObject(unexpected)
})

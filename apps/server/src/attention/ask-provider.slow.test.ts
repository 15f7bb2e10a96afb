import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startDesk, type Desk } from '../../test/attention-desk.ts'
import { ageAttempts, books, charges, givenPayer } from '../../test/payments.ts'
import type { Browser, TestPortal } from '../../test/portal.ts'
import { readFigures } from '../integration/business-metrics.ts'

let desk: Desk
let portal: TestPortal
let maya: Browser
let omar: Browser
let paula: Browser
let accountId: string
let invoiceId: string
let nth = 0

beforeAll(async () => {
  desk = await startDesk()
  ;({ portal, maya, omar } = desk)
})
afterAll(() => portal.close())
beforeEach(async () => {
  accountId = `T${(nth += 1)}`
  paula = await givenPayer(portal, accountId)
  invoiceId = await portal.given.invoice(accountId, `T-${nth}`)
})

const fault = (path: string, kind: string, times: number, method = 'GET') =>
  portal.sandbox.control('/faults', { method, path, times, kind, status: 503 })
const heal = () => fetch(`${portal.sandbox.cardsOrigin}/_sandbox/faults`, { method: 'DELETE' })

/** The card is charged, the answer is lost, and no worker has checked for 20 minutes. */
async function payWithLostAnswer() {
  await fault('/confirm$', 'reset_after', 2, 'POST')
  await fault('/v1/payment_intents/', 'status', 4)
  expect([200, 202]).toContain((await paula.post(`/api/invoice/${invoiceId}/payment`)).statusCode)
  await heal()
  await ageAttempts(portal, accountId, 20)
}
const listed = () => desk.item('attempts', `T-${nth}`)
const ids = async () => (await desk.list('attempts')).map(({ accountId }) => accountId)

test('an attempt of another company, of no company or with a malformed id is not found', async () => {
  await payWithLostAnswer()
  const { id } = await listed()
  for (const item of [
    { accountId: 'P1', id },
    { accountId: 'Z9', id },
    { accountId: null, id },
    { accountId, id: 'all' },
    { accountId, id: randomUUID() },
  ])
    expect((await desk.act(maya, 'attempts/ask', item)).status).toBe(404)
  expect((await desk.act(paula, 'attempts/ask', { accountId, id })).status).toBe(403)
  expect((await books(portal, accountId)).states).toEqual(['open'])
  await portal.system.query(`update payment_attempt set created_at = now()`)
})

test("a payment whose answer was lost gets the provider's result once, and a second person reads who was first", async () => {
  await payWithLostAnswer()
  const item = await listed()
  expect(item).toMatchObject({ amountCents: 10_000, invoiceNumber: `T-${nth}`, detail: null })
  const answers = await Promise.all([maya, omar].map((who) => desk.act(who, 'attempts/ask', item)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 200)!.message).toBe(
    `Checked with the card provider: the payment of $100.00 for invoice T-${nth} succeeded.`,
  )
  expect(answers.find(({ status }) => status === 409)!.message).toMatch(
    /^(maya|omar) Test already resolved it/,
  )
  expect(await ids()).not.toContain(accountId)
  expect(await books(portal, accountId)).toMatchObject({
    states: ['succeeded'],
    receivableCents: -10_000,
    receipts: 1,
    payments: 1,
  })
  expect(await charges(portal, invoiceId)).toHaveLength(1)
  expect(await desk.historyOf(accountId)).toHaveLength(1)
  // From a page that was opened before.
  expect((await desk.act(omar, 'attempts/ask', item)).message).toMatch(/already resolved it/)
})

test('while the provider is down nothing changes, and the person reads what to do', async () => {
  await payWithLostAnswer()
  const item = await listed()
  await fault('/v1/payment_intents', 'status', 20)
  expect(await desk.act(maya, 'attempts/ask', item)).toEqual({
    status: 503,
    message: 'The card provider is not responding. Please try again in a few minutes.',
  })
  await heal()
  expect((await books(portal, accountId)).states).toEqual(['open'])
  expect(await ids()).toContain(accountId)
  expect(await desk.historyOf(accountId)).toEqual([])
  expect((await desk.act(maya, 'attempts/ask', item)).status).toBe(200)
})

test('a payment that a person must settle stays listed with its reason until it is marked as handled', async () => {
  expect((await paula.post(`/api/invoice/${invoiceId}/payment`)).statusCode).toBe(200)
  const before = await readFigures(portal.system)
  await portal.system.query(
    `update payment_attempt set needs_person = 'A second intent names this payment.' where account_id = $1`,
    [accountId],
  )
  const item = await listed()
  expect(item.detail).toBe('A second intent names this payment.')
  const after = await readFigures(portal.system)
  expect(after.portal_payments_need_person).toBe(before.portal_payments_need_person + 1)
  expect(await desk.act(maya, 'attempts/ask', item)).toEqual({
    status: 409,
    message: 'A second intent names this payment. Settle it at the card provider first.',
  })
  const answers = await Promise.all(
    [maya, omar].map((who) => desk.act(who, 'attempts/handled', item)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await ids()).not.toContain(accountId)
  expect(await desk.historyOf(accountId)).toEqual([
    expect.stringMatching(/Marked the payment of \$100\.00 for invoice T-\d as handled: A second/),
  ])
  expect((await books(portal, accountId)).states).toEqual(['succeeded'])
})

test('an attempt without a payment at the provider is left to the portal, and the message says so', async () => {
  await payWithLostAnswer()
  const item = await listed()
  await portal.system.query(
    `update payment_attempt set intent_id = null, created_at = now() + interval '3 hours' where id = $1`,
    [item.id],
  )
  expect(await desk.act(maya, 'attempts/ask', item)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^The card provider has no payment for this attempt/),
  })
})

test('an event that can now be processed is processed once, and leaves the list', async () => {
  await payWithLostAnswer()
  const { rows } = await portal.system.query<{ intent: string; attempt: string }>(
    `select intent_id as intent, id as attempt from payment_attempt where account_id = $1`,
    [accountId],
  )
  const { intent, attempt } = rows[0]!
  const event = {
    id: 'evt_kept',
    type: 'payment_intent.succeeded',
    objectId: intent,
    accountId,
    attemptId: attempt,
    createdAt: new Date(),
  }
  await portal.system.query(
    `insert into provider_event (id, type, object_id, received_at, event, next_try_at, problem)
     values ($1, $2, $3, now() - interval '1 hour', $4, now() + interval '1 hour', 'It came early.')`,
    [event.id, event.type, intent, JSON.stringify(event)],
  )
  const item = await desk.item('events', `payment_intent.succeeded of ${intent}`)
  const answers = await Promise.all([maya, omar].map((who) => desk.act(who, 'events/retry', item)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await desk.list('events')).toEqual([])
  expect(await books(portal, accountId)).toMatchObject({ states: ['succeeded'], receipts: 1 })
  expect((await desk.historyOf('P1'))[0]).toMatch(/Retried the event evt_kept \(.*\): succeeded/)
})

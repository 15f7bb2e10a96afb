import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { startDesk, type Desk } from '../../test/attention/attention-desk.ts'
import { heal, Payer, outcomeOf } from '../../test/payments/payer.ts'
import { loseAnswers } from '../../test/payments/payments.ts'
import type { Browser, TestPortal } from '../../test/portal/portal.ts'
import { readFigures } from '../integration/business-metrics.ts'

let desk: Desk
let portal: TestPortal
let maya: Browser
let omar: Browser
let paula: Payer
let accountId: string
let nth = 0

beforeAll(async () => {
  desk = await startDesk()
  ;({ portal, maya, omar } = desk)
  paula = new Payer(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await paula.begin(`T${(nth += 1)}`)
  ;({ accountId } = paula)
})

/** Charges the card and loses the answer. No worker has checked the payment for 20 minutes. */
async function payWithLostAnswer() {
  await loseAnswers(portal)
  expect([200, 202]).toContain((await paula.pay()).statusCode)
  await heal(portal)
  await paula.age(20)
}
const listed = () => desk.item('attempts', paula.number())
const ids = async () => (await desk.list('attempts')).map((one) => one.accountId)
const both = async (what: string, item: Parameters<Desk['act']>[2]) => {
  const answers = await Promise.all([maya, omar].map((who) => desk.act(who, what, item)))
  return answers.toSorted((one, other) => one.status - other.status)
}

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
  expect((await desk.act(paula.browser, 'attempts/ask', { accountId, id })).status).toBe(403)
  expect(await paula.states()).toEqual(['open'])
  await portal.system.query(`update payment_attempt set created_at = now()`)
})

test("a payment whose answer was lost gets the provider's result once, and a second person reads who did it", async () => {
  await payWithLostAnswer()
  const item = await listed()
  expect(item).toMatchObject({ amountCents: 10_000, invoiceNumber: paula.number(), detail: null })
  expect(await both('attempts/ask', item)).toEqual([
    {
      status: 200,
      message: `Checked with the card provider: the payment of $100.00 for invoice ${paula.number()} succeeded.`,
    },
    { status: 409, message: expect.stringMatching(/^(maya|omar) Test already resolved it/) },
  ])
  expect(await ids()).not.toContain(accountId)
  await paula.paidOnce()
  expect(await desk.historyOf(accountId)).toHaveLength(1)
  // A super admin acts on a page that was opened before the payment was resolved.
  expect((await desk.act(omar, 'attempts/ask', item)).message).toMatch(/already resolved it/)
})

test('while the provider is down nothing changes, and the person reads the next step', async () => {
  await payWithLostAnswer()
  const item = await listed()
  const down = { method: 'GET', path: '/v1/payment_intents', times: 20 }
  await portal.sandbox.control('/faults', { ...down, kind: 'status', status: 503 })
  expect(await desk.act(maya, 'attempts/ask', item)).toEqual({
    status: 503,
    message: 'The card provider is not responding. Please try again in a few minutes.',
  })
  await heal(portal)
  expect(await paula.states()).toEqual(['open'])
  expect(await ids()).toContain(accountId)
  expect(await desk.historyOf(accountId)).toEqual([])
  expect((await desk.act(maya, 'attempts/ask', item)).status).toBe(200)
})

test('a payment that a person must settle stays listed with its reason until it is marked as handled', async () => {
  expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
  const before = await readFigures(portal.system)
  await portal.system.query(sql`
    update payment_attempt set needs_person = 'A second intent names this payment.'
     where account_id = ${accountId}`)
  const item = await listed()
  expect(item.detail).toBe('A second intent names this payment.')
  const after = await readFigures(portal.system)
  expect(after.portal_payments_need_person).toBe(before.portal_payments_need_person + 1)
  expect(await desk.act(maya, 'attempts/ask', item)).toEqual({
    status: 409,
    message: 'A second intent names this payment. Settle it at the card provider first.',
  })
  expect(await both('attempts/handled', item)).toMatchObject([{ status: 200 }, { status: 409 }])
  expect(await ids()).not.toContain(accountId)
  expect(await desk.historyOf(accountId)).toEqual([
    expect.stringMatching(/Marked the payment of \$100\.00 for invoice T\d-1 as handled: A second/),
  ])
  expect(await paula.states()).toEqual(['succeeded'])
})

test('an attempt without a payment at the provider is left to the portal, which the message mentions', async () => {
  await payWithLostAnswer()
  const item = await listed()
  await portal.system.query(sql`
    update payment_attempt set intent_id = null, created_at = now() + interval '3 hours'
     where id = ${item.id}`)
  expect(await desk.act(maya, 'attempts/ask', item)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^The card provider has no payment for this attempt/),
  })
})

test('an event that can now be processed is processed once, and leaves the list', async () => {
  await payWithLostAnswer()
  const { rows } = await portal.system.query<{ intent: string; attempt: string }>(sql`
    select intent_id as intent, id as attempt from payment_attempt where account_id = ${accountId}`)
  const { intent, attempt } = rows[0]!
  const event = {
    id: 'evt_kept',
    type: 'payment_intent.succeeded',
    objectId: intent,
    accountId,
    attemptId: attempt,
    createdAt: new Date(),
  }
  await portal.system.query(sql`
    insert into provider_event (id, type, object_id, received_at, event, next_try_at, problem)
    values (${event.id}, ${event.type}, ${intent}, now() - interval '1 hour', ${JSON.stringify(event)},
            now() + interval '1 hour', 'It came early.')`)
  const item = await desk.item('events', `payment_intent.succeeded of ${intent}`)
  expect(await both('events/retry', item)).toMatchObject([{ status: 200 }, { status: 409 }])
  expect(await desk.list('events')).toEqual([])
  expect(await paula.books()).toMatchObject({ states: ['succeeded'], receipts: 1 })
  expect((await desk.historyOf('P1'))[0]).toMatch(/Retried the event evt_kept \(.*\): succeeded/)
})

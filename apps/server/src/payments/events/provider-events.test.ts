import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { books, charges, givenPayer, loseAnswers, onePaid } from '../../../test/payments.ts'
import { readInstanceId } from '../../platform/instance.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let invoiceId: string
let count = 0

beforeEach(async () => {
  accountId = `E${++count}`
  paula = await givenPayer(portal, accountId)
  invoiceId = await portal.given.invoice(accountId, `E-${count}`)
  await portal.system.query('delete from provider_event')
  await portal.sandbox.control('/webhooks', {
    duplicate: 1,
    reorder: false,
    drop: false,
    delayMs: 10,
  })
})

/** The card is charged, but the response is lost: only the provider's event shows it. */
async function payWithLostAnswer() {
  await loseAnswers(portal)
  expect([200, 202]).toContain((await paula.post(`/api/invoice/${invoiceId}/payment`)).statusCode)
}

const settled = () =>
  vi.waitFor(
    async () => expect((await books(portal, accountId)).states).toEqual(['succeeded']),
    5000,
  )

test('events that arrive five times and in the wrong order have one effect', async () => {
  await portal.sandbox.control('/webhooks', { duplicate: 5, reorder: true, delayMs: 150 })
  await payWithLostAnswer()
  await settled()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await books(portal, accountId)).toEqual(onePaid)
  expect(await charges(portal, invoiceId)).toHaveLength(1)
})

test('an event that arrives before the response leaves nothing for the response to do', async () => {
  await portal.sandbox.control('/webhooks', { delayMs: 0 })
  expect((await paula.post(`/api/invoice/${invoiceId}/payment`)).statusCode).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await books(portal, accountId)).toEqual(onePaid)
})

async function post(body: string, signature: string) {
  const answer = await fetch(`${portal.origin}/api/payment/provider-events`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  })
  return answer.status
}

function sign(body: string, secret: string, at = Math.floor(Date.now() / 1000)) {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

async function openAttempt() {
  await portal.sandbox.control('/webhooks', { drop: true })
  await portal.sandbox.control('/faults', {
    method: 'POST',
    path: '/v1/payment_intents$',
    times: 2,
    kind: 'reset_before',
  })
  await paula.post(`/api/invoice/${invoiceId}/payment`)
  const { rows } = await portal.system.query<{ id: string }>(
    'select id from payment_attempt where account_id = $1',
    [accountId],
  )
  return rows[0]!.id
}

let instance: string
beforeAll(async () => {
  instance = await readInstanceId(portal.system)
})

const keptEvents = async () =>
  (
    await portal.system.query<{ id: string; problem: string; tries: number }>(
      'select id, problem, tries from provider_event where outcome is null order by received_at',
    )
  ).rows

const succeededEvent = (attempt: string, id = `evt_${count}`, livemode = false) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode,
    data: {
      object: {
        id: 'pi_forged',
        object: 'payment_intent',
        metadata: { attempt, account: accountId, instance },
      },
    },
  })

test('a forged, an old, a future and an unsigned event are refused and change nothing', async () => {
  const body = succeededEvent(await openAttempt())
  const now = Math.floor(Date.now() / 1000)
  expect(await post(body, sign(body, 'whsec_wrong'))).toBe(400)
  expect(await post(body, sign(body, 'whsec_for_tests', now - 301))).toBe(400)
  expect(await post(body, sign(body, 'whsec_for_tests', now + 360))).toBe(400)
  expect(await post(body, '')).toBe(400)
  expect(await post(body.replace('pi_forged', 'pi_other'), sign(body, 'whsec_for_tests'))).toBe(400)
  const live = succeededEvent('x', 'evt_live', true)
  expect(await post(live, sign(live, 'whsec_for_tests'))).toBe(400)
  expect((await books(portal, accountId)).states).toEqual(['open'])
})

test('the content of an event is never trusted: the charge itself is fetched', async () => {
  const body = succeededEvent(await openAttempt())
  // The provider has no such charge, so the event is kept for another try.
  expect(await post(body, sign(body, 'whsec_for_tests'))).toBe(200)
  expect(await keptEvents()).toMatchObject([{ problem: expect.stringMatching(/does not know/) }])
  expect((await books(portal, accountId)).states).toEqual(['open'])
})

test('a charge for an attempt that failed here is adopted, and shown as unknown', async () => {
  const attempt = await openAttempt()
  await portal.system.query(
    `update payment_attempt set state = 'failed', settled_at = now(), lease_until = now() where id = $1`,
    [attempt],
  )
  const { rows } = await portal.system.query<{ card: string; customer: string }>(
    `select provider_card_id as card, customer_id as customer
       from card join provider_customer using (account_id) where account_id = $1`,
    [accountId],
  )
  const { id } = await portal.deps.cards.createIntent({
    instance,
    accountId,
    attemptId: attempt,
    invoiceNumber: `E-${count}`,
    customerId: rows[0]!.customer,
    cardId: rows[0]!.card,
    amountCents: 10_000,
  })
  await portal.sandbox.control('/webhooks', { drop: false })
  await portal.deps.cards.confirmIntent(id, attempt, false)
  await settled()
  expect(await books(portal, accountId)).toEqual({ ...onePaid, receipts: 0 })
  const unknown = await portal.system.query('select intent_id from unknown_intent')
  expect(unknown.rows).toEqual([{ intent_id: id }])
})

const unknownObject = (type: string, object: object) =>
  JSON.stringify({
    id: `evt_unknown_${count}`,
    object: 'event',
    created: 1,
    type,
    livemode: false,
    data: { object },
  })

test.each([
  ['a refund', 'refund.created', { id: 're_unknown', payment_intent: 'pi_unknown' }],
  ['a dispute', 'charge.dispute.closed', { id: 'du_unknown', payment_intent: 'pi_unknown' }],
  [
    'a NUL',
    'refund.created',
    { id: 're_\0', payment_intent: 'pi_\0', metadata: { account: '\0' } },
  ],
  ['a NUL', 'payment_intent.succeeded', { id: '\0', metadata: { attempt: '\0', account: 'E1' } }],
  ['no account', 'charge.refunded', { metadata: { account: "'; --", attempt: 'x' } }],
])('S8: %s that the portal does not know is accepted (%s)', async (_what, type, object) => {
  const body = unknownObject(type, object)
  expect(await post(body, sign(body, 'whsec_for_tests'))).toBe(200)
  const isPossible = 'payment_intent' in object
  expect(await keptEvents()).toHaveLength(isPossible ? 1 : 0)
})

test('S8: when the provider does not respond, its event is requested again', async () => {
  await portal.sandbox.control('/faults', {
    method: 'GET',
    path: '/v1/payment_intents/',
    times: 1,
    kind: 'status',
    status: 503,
  })
  const body = unknownObject('refund.created', { id: 're_1', payment_intent: 'pi_1' })
  const answer = await fetch(`${portal.origin}/api/payment/provider-events`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': sign(body, 'whsec_for_tests'),
    },
  })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('60')
  expect(await keptEvents()).toEqual([])
})

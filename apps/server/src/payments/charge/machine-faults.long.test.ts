import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  books,
  charges,
  givenPayer,
  intentStatuses,
  onePaid,
  releaseLeases,
  untilCharging,
} from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { endings } from './attempt.ts'
import { reconcile } from './reconcile.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let invoiceId: string
let count = 0

beforeAll(async () => {
  // Without events: responses and the reconciler must suffice; events have their own tests.
  await portal.sandbox.control('/webhooks', { drop: true })
})

beforeEach(async () => {
  accountId = `F${++count}`
  paula = await givenPayer(portal, accountId)
  invoiceId = await portal.given.invoice(accountId, `F-${count}`)
})

const pay = () => paula.post(`/api/invoice/${invoiceId}/payment`)
const intents = () => intentStatuses(portal, invoiceId)
const invoice = async () => (await paula.get(`/api/invoice/details/F-${count}`)).json()

async function reconcileNow() {
  await releaseLeases(portal)
  return reconcile(portal.deps, portal.system)
}

const paths = { create: '/v1/payment_intents$', confirm: '/confirm$', cancel: '/cancel$' }
const breakNext = (request: keyof typeof paths, fault: object) =>
  portal.sandbox.control('/faults', { method: 'POST', path: paths[request], times: 1, ...fault })

const paidAtSecondTry = { ...onePaid, states: ['failed', 'succeeded'] }

/** The SDK retries a broken connection once, so it has to break twice. */
const breaksBefore = { kind: 'reset_before', times: 2 }
const breaksAfter = { kind: 'reset_after', times: 2 }

describe('the create has no answer', () => {
  test.each([
    ['the connection breaks before it arrives', breaksBefore],
    ['the connection breaks after it was done', breaksAfter],
    ['it is answered 503 and not done', { kind: 'status', status: 503 }],
    ['it is done and answered 500', { kind: 'status_after', status: 500 }],
    // P4: the provider repeats this response for the key.
    ['it is answered 500 for as long as the key lives', { kind: 'status', status: 500 }],
  ])(
    '%s: locked until the reconciler has looked, then paid by a new payment',
    async (_case, fault) => {
      await breakNext('create', fault)
      const answer = await pay()
      expect([answer.statusCode, answer.json().status]).toEqual([202, 'pending'])
      expect((await pay()).statusCode).toBe(409)
      expect((await invoice()).hasBeenCharged).toBe(true)
      expect(await reconcileNow()).toBe(1)
      expect(await charges(portal, invoiceId)).toEqual([])
      expect((await intents()).every((status) => status === 'canceled')).toBe(true)
      expect((await invoice()).hasBeenCharged).toBe(false)
      expect(await reconcileNow()).toBe(0)
      expect((await pay()).statusCode).toBe(200)
      expect(await books(portal, accountId)).toEqual(paidAtSecondTry)
      expect(await charges(portal, invoiceId)).toHaveLength(1)
    },
  )

  test('it arrives after the reconciler has ended the attempt: the next look cancels it', async () => {
    await breakNext('create', { kind: 'slow_execute', ms: 1500 })
    const slow = pay()
    await untilCharging(portal, accountId)
    await reconcileNow()
    expect((await books(portal, accountId)).states).toEqual(['failed'])
    expect((await slow).statusCode).toBe(402)
    expect(await intents()).toEqual(['canceled'])
    expect((await pay()).statusCode).toBe(200)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
  })

  test('the provider is down for a while: the attempt waits, and nothing is charged', async () => {
    await portal.sandbox.control('/faults', {
      path: '/v1/payment_intents',
      times: 3,
      kind: 'status',
      status: 503,
    })
    expect((await pay()).statusCode).toBe(202)
    await reconcileNow()
    await reconcileNow()
    expect((await books(portal, accountId)).states).toEqual(['open'])
    await reconcileNow()
    expect((await books(portal, accountId)).states).toEqual(['failed'])
    expect((await pay()).statusCode).toBe(200)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
  })
})

test.each([409, 429])('a create that is answered %i is sent again', async (status) => {
  await breakNext('create', { kind: 'status', status, times: 2 })
  expect((await pay()).statusCode).toBe(200)
  expect(await books(portal, accountId)).toEqual(onePaid)
  expect(await charges(portal, invoiceId)).toHaveLength(1)
})

describe('the confirm has no answer', () => {
  test.each([
    ['the connection breaks after it was done', breaksAfter],
    ['it is done and answered 500', { kind: 'status_after', status: 500 }],
  ])('%s: the intent shows that it was paid', async (_case, fault) => {
    await breakNext('confirm', fault)
    expect((await pay()).statusCode).toBe(200)
    expect(await books(portal, accountId)).toEqual(onePaid)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
  })

  test.each([
    ['the connection breaks before it arrives', breaksBefore],
    ['it is answered 409', { kind: 'status', status: 409 }],
    ['it is answered 429', { kind: 'status', status: 429 }],
    ['it is answered 503', { kind: 'status', status: 503 }],
    ['it is answered 500 for as long as the key lives', { kind: 'status', status: 500 }],
  ])('%s: the intent is canceled, and the invoice is free at once', async (_case, fault) => {
    await breakNext('confirm', fault)
    const answer = await pay()
    expect([answer.statusCode, answer.json().message]).toEqual([
      402,
      `${endings.abandoned.message} Please try again.`,
    ])
    expect(await intents()).toEqual(['canceled'])
    expect((await pay()).statusCode).toBe(200)
    expect(await books(portal, accountId)).toEqual(paidAtSecondTry)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
  })

  test('P1: it executes after the attempt was ended and paid again: one charge', async () => {
    await breakNext('confirm', { kind: 'slow_execute', ms: 2000 })
    const slow = pay()
    await expect.poll(intents).toEqual(['requires_confirmation'])
    await expect.poll(isAllowed, { timeout: 5000 }).toBe(true)
    await portal.system.query('update invoice set books_balance_cents = 4000 where id = $1', [
      invoiceId,
    ])
    await reconcileNow()
    expect((await books(portal, accountId)).states).toEqual(['failed'])
    expect((await pay()).statusCode).toBe(200)
    expect((await slow).statusCode).toBe(402)
    await reconcileNow()
    expect((await charges(portal, invoiceId)).map(({ amount }) => amount)).toEqual([4000])
    expect((await books(portal, accountId)).states).toEqual(['failed', 'succeeded'])
  })

  /** The confirm reached the provider, which is slow. */
  async function isAllowed() {
    const { rows } = await portal.system.query<{ at: Date | null }>(
      'select looked_until as at from provider_customer where account_id = $1',
      [accountId],
    )
    return rows[0]?.at !== null
  }

  test('it executes before the reconciler cancels: the payment is booked once', async () => {
    await breakNext('confirm', { kind: 'latency', ms: 1000 })
    const slow = pay()
    await expect.poll(isAllowed, { timeout: 5000 }).toBe(true)
    const [answer] = await Promise.all([slow, reconcileNow()])
    const isPaid = answer.statusCode === 200
    expect([200, 402]).toContain(answer.statusCode)
    expect(await charges(portal, invoiceId)).toHaveLength(isPaid ? 1 : 0)
    expect((await books(portal, accountId)).states).toEqual([isPaid ? 'succeeded' : 'failed'])
  })
})

describe('a cancel has no answer', () => {
  test('after a decline: the bank’s message is kept, and nothing is charged', async () => {
    await paula.post('/api/payment/card?stripeToken=pm_card_chargeCustomerFail')
    await portal.system.query(
      `update card set is_default = (last4 = '0341') where account_id = $1 and is_default <> (last4 = '0341')`,
      [accountId],
    )
    await breakNext('cancel', breaksAfter)
    const answer = await pay()
    expect([answer.statusCode, answer.json().message]).toEqual([402, 'Your card was declined.'])
    expect(await intents()).toEqual(['canceled'])
  })

  test('at all: the invoice stays locked until the provider responds', async () => {
    await breakNext('confirm', breaksBefore)
    await breakNext('cancel', { kind: 'status', status: 503, times: 5 })
    expect((await pay()).statusCode).toBe(202)
    expect((await pay()).statusCode).toBe(409)
    await fetch(`${portal.sandbox.cardsOrigin}/_sandbox/faults`, { method: 'DELETE' })
    await reconcileNow()
    expect((await books(portal, accountId)).states).toEqual(['failed'])
    expect(await charges(portal, invoiceId)).toEqual([])
  })
})

test('two workers never work on the same attempt', async () => {
  await breakNext('create', breaksAfter)
  await pay()
  await releaseLeases(portal)
  const looked = await Promise.all([
    reconcile(portal.deps, portal.system),
    reconcile(portal.deps, portal.system),
  ])
  expect(looked.reduce((sum, one) => sum + one)).toBe(1)
  expect((await books(portal, accountId)).states).toEqual(['failed'])
})

describe('the look', () => {
  /** An earlier database of this portal paid the invoice; this one has lost the payment. */
  async function forget(isPaid: boolean, attemptId = crypto.randomUUID()) {
    const { rows } = await portal.system.query<{
      card: string
      customer: string
      instance: string
    }>(
      `select provider_card_id as card, customer_id as customer, (select id from portal_instance) as instance
         from card join provider_customer using (account_id) where account_id = $1`,
      [accountId],
    )
    const { card, customer, instance } = rows[0]!
    const { id } = await portal.deps.cards.createIntent({
      instance,
      accountId,
      invoiceNumber: `F-${count}`,
      attemptId,
      customerId: customer,
      cardId: card,
      amountCents: 10_000,
    })
    if (isPaid) await portal.deps.cards.confirmIntent(id, attemptId, false)
    return id
  }

  const unknown = async () =>
    (
      await portal.system.query<{ intent_id: string }>(
        'select intent_id from unknown_intent where account_id = $1',
        [accountId],
      )
    ).rows.map((row) => row.intent_id)

  test('P3: a payment that the database forgot is found and adopted, and not made again', async () => {
    const intentId = await forget(true)
    const answer = await pay()
    expect(answer.statusCode).toBe(402)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
    expect(await books(portal, accountId)).toEqual({
      ...onePaid,
      states: expect.arrayContaining(['succeeded', 'failed']),
      // Payments found after a restore are mailed in one summary.
      receipts: 0,
    })
    expect(await unknown()).toEqual([intentId])
    expect((await pay()).statusCode).toBe(409)
  })

  test('an unfinished intent without a row is canceled, and the payment is made', async () => {
    const intentId = await forget(false)
    expect((await pay()).statusCode).toBe(200)
    expect((await intents()).sort()).toEqual(['canceled', 'succeeded'])
    expect(await unknown()).toEqual([intentId])
  })

  test('an intent of another portal on the same account is left alone', async () => {
    await portal.system.query(`update portal_instance set id = gen_random_uuid()`)
    const intentId = await forget(false)
    await portal.system.query(`update portal_instance set id = gen_random_uuid()`)
    expect((await pay()).statusCode).toBe(200)
    expect((await intents()).sort()).toEqual(['requires_confirmation', 'succeeded'])
    expect(await unknown()).not.toContain(intentId)
  })

  test('a list that has no answer: nothing is confirmed', async () => {
    await portal.sandbox.control('/faults', {
      method: 'GET',
      path: '/v1/payment_intents$',
      times: 2,
      kind: 'reset_before',
    })
    const answer = await pay()
    expect([answer.statusCode, answer.json().message]).toEqual([
      402,
      `${endings.notChecked.message} Please try again.`,
    ])
    expect(await charges(portal, invoiceId)).toEqual([])
    expect((await pay()).statusCode).toBe(200)
  })
})

test('a balance that changed before anything was charged frees the invoice', async () => {
  await breakNext('create', { kind: 'latency', ms: 600 })
  const slow = pay()
  await untilCharging(portal, accountId)
  await portal.system.query('update invoice set books_balance_cents = 4000 where id = $1', [
    invoiceId,
  ])
  const answer = await slow
  expect([answer.statusCode, answer.json().message]).toEqual([
    402,
    `${endings.balanceChanged.message} Please try again.`,
  ])
  expect(await charges(portal, invoiceId)).toEqual([])
  expect((await pay()).statusCode).toBe(200)
  expect((await charges(portal, invoiceId)).map((charge) => charge.amount)).toEqual([4000])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { books, charges, givenPayer, releaseLeases, untilCharging } from '../../../test/payments.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../../test/portal.ts'
import { reconcile } from './reconcile.ts'

let portal: TestPortal
let paula: Browser
let accountId: string
let invoiceId: string
let count = 0

beforeAll(async () => {
  portal = await startTestPortal()
  // The answer and the reconciler alone must get it right; events have a test of their own.
  await portal.sandbox.control('/webhooks', { drop: true })
})
afterAll(() => portal.close())

beforeEach(async () => {
  accountId = `F${++count}`
  paula = await givenPayer(portal, accountId)
  invoiceId = await portal.given.invoice(accountId, `F-${count}`)
})

const pay = () => paula.post(`/api/invoice/${invoiceId}/payment`)

async function reconcileNow() {
  await releaseLeases(portal)
  return reconcile(portal.deps, portal.system)
}

async function ageAttempts() {
  await portal.system.query(
    `update payment_attempt set created_at = now() - interval '23 hours 1 minute' where account_id = $1`,
    [accountId],
  )
}

async function needsPerson() {
  const { rows } = await portal.system.query<{ needs_person: string | null }>(
    'select needs_person from payment_attempt where account_id = $1',
    [accountId],
  )
  return rows.map((row) => row.needs_person)
}

const onePaid = {
  states: ['succeeded'],
  receivableCents: -10_000,
  clearingCents: 10_000,
  receipts: 1,
  payments: 1,
}

describe('the provider fails', () => {
  test.each([
    // The SDK itself tries a broken connection once more, so it has to break twice.
    ['the connection breaks before it arrives', { kind: 'reset_before', times: 2 }],
    ['the connection breaks after it was done', { kind: 'reset_after', times: 2 }],
    ['it answers 503 without doing it', { kind: 'status', status: 503, times: 1 }],
    ['it does it and answers 500', { kind: 'status_after', status: 500, times: 1 }],
    ['it answers 429', { kind: 'status', status: 429, times: 1 }],
  ])('%s: pending, then paid exactly once', async (_case, fault) => {
    await portal.sandbox.control('/faults', {
      method: 'POST',
      path: '/v1/payment_intents$',
      ...fault,
    })
    const answer = await pay()
    expect([answer.statusCode, answer.json().status]).toEqual([202, 'pending'])
    expect((await pay()).statusCode).toBe(409)
    expect((await paula.get(`/api/invoice/details/F-${count}`)).json().hasBeenCharged).toBe(true)
    expect(await reconcileNow()).toBe(1)
    expect(await books(portal, accountId)).toEqual(onePaid)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
    expect(await reconcileNow()).toBe(0)
  })

  test('it failed inside and says so for ever to this key: nothing is charged, a person is asked', async () => {
    await portal.sandbox.control('/faults', {
      method: 'POST',
      path: '/v1/payment_intents$',
      kind: 'status',
      status: 500,
      times: 1,
    })
    expect((await pay()).statusCode).toBe(202)
    await reconcileNow()
    await reconcileNow()
    expect((await books(portal, accountId)).states).toEqual(['unknown'])
    await ageAttempts()
    await reconcileNow()
    expect(await needsPerson()).toEqual([expect.stringMatching(/no charge/)])
    expect(await charges(portal, invoiceId)).toEqual([])
    expect(await reconcileNow()).toBe(0)
  })

  test('it stays away for a while: the attempt waits and nothing is charged twice', async () => {
    await portal.sandbox.control('/faults', {
      path: '/v1/payment_intents',
      times: 5,
      kind: 'status',
      status: 503,
    })
    expect((await pay()).statusCode).toBe(202)
    for (let round = 0; round < 4; round++) await reconcileNow()
    expect((await books(portal, accountId)).states).toEqual(['unknown'])
    await reconcileNow()
    await reconcileNow()
    expect(await books(portal, accountId)).toEqual(onePaid)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
  })

  test('an answer that comes after the reconciler has settled changes nothing', async () => {
    await portal.sandbox.control('/faults', {
      method: 'POST',
      path: '/v1/payment_intents$',
      times: 1,
      kind: 'slow_execute',
      ms: 1500,
    })
    const slow = pay()
    await untilCharging(portal, accountId)
    await reconcileNow()
    expect((await slow).statusCode).toBe(200)
    await reconcileNow()
    expect(await books(portal, accountId)).toEqual(onePaid)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
  })

  test('two workers look after different attempts, never the same', async () => {
    await portal.sandbox.control('/faults', {
      method: 'POST',
      path: '/v1/payment_intents$',
      times: 2,
      kind: 'reset_after',
    })
    await pay()
    await releaseLeases(portal)
    const looked = await Promise.all([
      reconcile(portal.deps, portal.system),
      reconcile(portal.deps, portal.system),
    ])
    expect(looked.reduce((sum, one) => sum + one)).toBe(1)
    expect(await books(portal, accountId)).toEqual(onePaid)
  })
})

describe('time passes', () => {
  async function leaveUnsent() {
    await portal.sandbox.control('/faults', {
      method: 'POST',
      path: '/v1/payment_intents$',
      times: 2,
      kind: 'reset_before',
    })
    await pay()
  }

  test('after 23 hours nothing is sent again; a person is asked and the invoice stays locked', async () => {
    await leaveUnsent()
    await ageAttempts()
    await reconcileNow()
    expect(await charges(portal, invoiceId)).toEqual([])
    expect(await needsPerson()).toEqual([expect.stringMatching(/no charge/)])
    expect((await books(portal, accountId)).states).toEqual(['unknown'])
    expect((await pay()).statusCode).toBe(409)
  })

  test('a balance that changed before anything was sent frees the invoice instead of charging the old amount', async () => {
    await leaveUnsent()
    await portal.system.query(
      `update invoice set books_balance_cents = 4000 where id = ${invoiceId}`,
    )
    await reconcileNow()
    expect((await books(portal, accountId)).states).toEqual(['failed'])
    expect(await charges(portal, invoiceId)).toEqual([])
    expect((await pay()).statusCode).toBe(200)
    expect((await charges(portal, invoiceId)).map((charge) => charge.amount)).toEqual([4000])
  })
})

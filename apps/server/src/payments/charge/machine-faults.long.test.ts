import { describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { breakNext, heal, outcomeOf, testPayer } from '../../../test/payments/payer.ts'
import {
  forgottenPayment,
  onePaid,
  untilCharging,
  useCard,
} from '../../../test/payments/payments.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { endings } from './attempt.ts'
import { reconcile } from './reconcile.ts'

const portal = testPortal()
// Webhooks are dropped: responses and the reconciler must be enough. Events have their own tests.
const paula = testPayer(portal, 'F', { webhooks: { drop: true } })

const failed = ({ message }: { message: string }) => `402 ${message} Please try again.`
const isCharged = async () => (await paula.invoice()).hasBeenCharged

async function reconcileNow(): Promise<number> {
  await paula.release()
  return reconcile(portal.deps, portal.system)
}

/** The SDK retries a broken connection once, so it has to break twice. */
const breaksBefore = { kind: 'reset_before', times: 2 }
const breaksAfter = { kind: 'reset_after', times: 2 }
const answers = (status: number) => ({ kind: 'status', status })

describe('the create has no response', () => {
  test.each([
    ['the connection breaks before it arrives', breaksBefore],
    ['the connection breaks after it was done', breaksAfter],
    ['it is answered 503 and not done', answers(503)],
    ['it is done and answered 500', { kind: 'status_after', status: 500 }],
    // P4: the provider repeats this response for the key.
    ['it is answered 500 for as long as the key lives', answers(500)],
  ])(
    '%s: locked until the reconciler has read the provider, then paid by a new payment',
    async (_case, fault) => {
      await breakNext(portal, 'create', fault)
      expect(await outcomeOf(paula.pay())).toBe('202 pending')
      expect((await paula.pay()).statusCode).toBe(409)
      expect(await isCharged()).toBe(true)
      expect(await reconcileNow()).toBe(1)
      expect(await paula.charges()).toEqual([])
      expect((await paula.intents()).every((status) => status === 'canceled')).toBe(true)
      expect(await isCharged()).toBe(false)
      expect(await reconcileNow()).toBe(0)
      expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
      await paula.paidOnce(['failed', 'succeeded'])
    },
  )

  test('it arrives after the reconciler ended the attempt: the next comparison cancels it', async () => {
    await breakNext(portal, 'create', { kind: 'slow_execute', ms: 1500 })
    const slow = outcomeOf(paula.pay())
    await untilCharging(portal, paula.accountId)
    await reconcileNow()
    expect(await paula.states()).toEqual(['failed'])
    expect(await slow).toMatch(/^402/)
    expect(await paula.intents()).toEqual(['canceled'])
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
    expect(await paula.charges()).toEqual([10_000])
  })

  test('the provider is down for a while: the attempt waits, and nothing is charged', async () => {
    const down = { path: '/v1/payment_intents', times: 3, ...answers(503) }
    await portal.sandbox.control('/faults', down)
    expect(await outcomeOf(paula.pay())).toBe('202 pending')
    await reconcileNow()
    await reconcileNow()
    expect(await paula.states()).toEqual(['open'])
    await reconcileNow()
    expect(await paula.states()).toEqual(['failed'])
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
    expect(await paula.charges()).toEqual([10_000])
  })
})

test.each([409, 429])('a create that is answered %i is sent again', async (status) => {
  await breakNext(portal, 'create', { ...answers(status), times: 2 })
  expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
  await paula.paidOnce()
})

describe('the confirm has no response', () => {
  test.each([
    ['the connection breaks after it was done', breaksAfter],
    ['it is done and answered 500', { kind: 'status_after', status: 500 }],
  ])('%s: the intent shows that it was paid', async (_case, fault) => {
    await breakNext(portal, 'confirm', fault)
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
    await paula.paidOnce()
  })

  test.each([
    ['the connection breaks before it arrives', breaksBefore],
    ['it is answered 409', answers(409)],
    ['it is answered 429', answers(429)],
    ['it is answered 503', answers(503)],
    ['it is answered 500 for as long as the key lives', answers(500)],
  ])('%s: the intent is canceled, and the invoice is payable immediately', async (_case, fault) => {
    await breakNext(portal, 'confirm', fault)
    expect(await outcomeOf(paula.pay())).toBe(failed(endings.abandoned))
    expect(await paula.intents()).toEqual(['canceled'])
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
    await paula.paidOnce(['failed', 'succeeded'])
  })

  test('P1: it executes after the attempt ended and was paid again: one charge', async () => {
    await breakNext(portal, 'confirm', { kind: 'slow_execute', ms: 2000 })
    const slow = outcomeOf(paula.pay())
    await expect.poll(paula.intents).toEqual(['requires_confirmation'])
    await expect.poll(isAllowed, { timeout: 5000 }).toBe(true)
    await paula.setBalance(4000)
    await reconcileNow()
    expect(await paula.states()).toEqual(['failed'])
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
    expect(await slow).toMatch(/^402/)
    await reconcileNow()
    expect(await paula.charges()).toEqual([4000])
    expect(await paula.states()).toEqual(['failed', 'succeeded'])
  })

  /** The confirm has reached the provider, which is slow. */
  async function isAllowed() {
    const [at] = await paula.values<Date | null>(
      sql`select looked_until from provider_customer where account_id = ${paula.accountId}`,
    )
    return at !== null
  }

  test('it executes before the reconciler cancels: the payment is booked once', async () => {
    await breakNext(portal, 'confirm', { kind: 'latency', ms: 1000 })
    const slow = outcomeOf(paula.pay())
    await expect.poll(isAllowed, { timeout: 5000 }).toBe(true)
    const [answer] = await Promise.all([slow, reconcileNow()])
    const isPaid = answer === '200 succeeded'
    expect(answer).toMatch(/^(200|402)/)
    expect(await paula.charges()).toHaveLength(isPaid ? 1 : 0)
    expect(await paula.states()).toEqual([isPaid ? 'succeeded' : 'failed'])
  })
})

describe('a cancel has no response', () => {
  test('after a decline: the bank’s message is kept, and nothing is charged', async () => {
    await useCard(paula.browser, 'pm_card_chargeCustomerFail')
    await breakNext(portal, 'cancel', breaksAfter)
    expect(await outcomeOf(paula.pay())).toBe('402 Your card was declined.')
    expect(await paula.intents()).toEqual(['canceled'])
  })

  test('at all: the invoice stays locked until the provider responds', async () => {
    await breakNext(portal, 'confirm', breaksBefore)
    await breakNext(portal, 'cancel', { kind: 'status', status: 503, times: 5 })
    expect(await outcomeOf(paula.pay())).toBe('202 pending')
    expect((await paula.pay()).statusCode).toBe(409)
    await heal(portal)
    await reconcileNow()
    expect(await paula.states()).toEqual(['failed'])
    expect(await paula.charges()).toEqual([])
  })
})

test('two workers never work on the same attempt', async () => {
  await breakNext(portal, 'create', breaksAfter)
  await paula.pay()
  await paula.release()
  const looked = await Promise.all([1, 2].map(() => reconcile(portal.deps, portal.system)))
  expect(looked.toSorted()).toEqual([0, 1])
  expect(await paula.states()).toEqual(['failed'])
})

describe('the comparison', () => {
  /** An earlier database of this portal has paid the invoice, or not yet; this database has lost the payment. */
  const forget = async (isPaid: boolean) => {
    const wanted = { accountId: paula.accountId, invoiceNumber: paula.number() }
    return (await forgottenPayment(portal, { ...wanted, amountCents: 10_000 }, isPaid)).id
  }
  const unknown = () =>
    paula.values(sql`select intent_id from unknown_intent where account_id = ${paula.accountId}`)

  test('P3: a payment that the database lost is found and adopted, and not charged again', async () => {
    const intentId = await forget(true)
    expect((await paula.pay()).statusCode).toBe(402)
    expect(await paula.charges()).toEqual([10_000])
    expect(await paula.books()).toEqual({
      ...onePaid,
      states: expect.arrayContaining(['succeeded', 'failed']),
      // Payments that are found after a restore are mailed in one summary.
      receipts: 0,
    })
    expect(await unknown()).toEqual([intentId])
    expect((await paula.pay()).statusCode).toBe(409)
  })

  test('an unfinished intent without a row is canceled, and the payment is charged', async () => {
    const intentId = await forget(false)
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
    expect((await paula.intents()).sort()).toEqual(['canceled', 'succeeded'])
    expect(await unknown()).toEqual([intentId])
  })

  test('an intent of another portal on the same account is left alone', async () => {
    await portal.system.query(`update portal_instance set id = gen_random_uuid()`)
    const intentId = await forget(false)
    await portal.system.query(`update portal_instance set id = gen_random_uuid()`)
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
    expect((await paula.intents()).sort()).toEqual(['requires_confirmation', 'succeeded'])
    expect(await unknown()).not.toContain(intentId)
  })

  test('without a response to the list, nothing is confirmed', async () => {
    await breakNext(portal, 'list', breaksBefore)
    expect(await outcomeOf(paula.pay())).toBe(failed(endings.notChecked))
    expect(await paula.charges()).toEqual([])
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
  })
})

test('a balance that changed before anything was charged frees the invoice', async () => {
  await breakNext(portal, 'create', { kind: 'latency', ms: 600 })
  const slow = outcomeOf(paula.pay())
  await untilCharging(portal, paula.accountId)
  await paula.setBalance(4000)
  expect(await slow).toBe(failed(endings.balanceChanged))
  expect(await paula.charges()).toEqual([])
  expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
  expect(await paula.charges()).toEqual([4000])
})

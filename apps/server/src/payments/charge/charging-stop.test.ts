import { expect, test } from 'vitest'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { isWaitedFor } from '../../../test/is-waited-for.ts'
import {
  books,
  charges,
  givenPayer,
  intentStatuses,
  untilCharging,
} from '../../../test/payments.ts'
import { givenDueToday } from '../../../test/batches.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { requireCharging, startCharging, stopCharging } from '../../platform/charging.ts'
import { withAccount } from '../../platform/database.ts'
import { runAutoPay } from '../autopay/run-autopay.ts'

const portal = testPortal()

const paused = 'Card payments are paused at the moment. Nothing was charged.'

test('while charging is stopped no charge of any kind is made; afterwards all of them work', async () => {
  const paula = await givenPayer(portal, 'C1')
  const invoice = await portal.given.invoice('C1', 'C-1')
  const address = {
    productId: 'AC-1',
    name: 'Vi',
    line1: '1 St',
    city: 'Chicago',
    country: 'US',
    state: 'IL',
    postal_code: '60606',
  }
  const pay = () => paula.post(`/api/invoice/${invoice}/payment`)
  const calls = () => [
    pay(),
    paula.post('/api/invoice/all-invoices/payment', {
      headers: { 'idempotency-key': 'all-invoices-1' },
    }),
    portal.stranger.post('/api/accreditation/create-checkout-session', { payload: address }),
  ]
  expect(await stopCharging(portal.system, 'strange charges')).toBe(0)
  for (const answer of await Promise.all(calls()))
    expect([answer.statusCode, answer.json()]).toEqual([503, { message: paused }])
  expect((await books(portal, 'C1')).states).toEqual([])
  expect(await startCharging(portal.system)).toEqual(['all'])
  expect(await startCharging(portal.system)).toEqual([])
  expect((await pay()).statusCode).toBe(200)
  expect(await charges(portal, invoice)).toHaveLength(1)
})

test('AutoPay skips its days while charging is stopped, and runs them afterwards', async () => {
  const paula = await givenPayer(portal, 'C2')
  const invoice = await portal.given.invoice('C2', 'C-2', { due: '2026-11-01' })
  const day = await givenDueToday(portal, 'C2', invoice)
  await stopCharging(portal.system, 'test')
  expect(await runAutoPay(portal.deps, portal.system, day)).toBe(0)
  await startCharging(portal.system)
  expect(await runAutoPay(portal.deps, portal.system, day)).toBeGreaterThan(0)
  expect(await charges(portal, invoice)).toHaveLength(1)
  expect((await paula.get('/api/payment/history')).statusCode).toBe(200)
})

test('a payment under way is not confirmed once charging is stopped', async () => {
  const paula = await givenPayer(portal, 'C3')
  const invoice = await portal.given.invoice('C3', 'C-3')
  await portal.sandbox.control('/faults', {
    method: 'POST',
    path: '/v1/payment_intents$',
    kind: 'latency',
    ms: 600,
  })
  const paying = paula.post(`/api/invoice/${invoice}/payment`)
  await untilCharging(portal, 'C3')
  expect(await stopCharging(portal.system, 'test')).toBe(1)
  const answer = await paying
  await startCharging(portal.system)
  expect([answer.statusCode, answer.json().message]).toEqual([402, paused])
  expect(await intentStatuses(portal, invoice)).toEqual(['canceled'])
  expect(await charges(portal, invoice)).toHaveLength(0)
})

test('a batch under way charges nothing more once charging is stopped', async () => {
  const paula = await givenPayer(portal, 'C5')
  for (let nth = 0; nth < 12; nth += 1) await portal.given.invoice('C5', `C5-${nth}`)
  const slow = { method: 'POST', path: '/v1/payment_intents$', times: 12, kind: 'latency', ms: 400 }
  await portal.sandbox.control('/faults', slow)
  const all = paula.post('/api/invoice/all-invoices/payment')
  await untilCharging(portal, 'C5')
  await stopCharging(portal.system, 'test')
  const batch = (await all).json<PaymentBatch>()
  await startCharging(portal.system)
  expect(batch).toMatchObject({
    status: 'done',
    // Other invoices of the batch may have been charged.
    stopped: paused.replace(' Nothing was charged.', ''),
  })
  expect(batch.notTried).toBeGreaterThan(0)
  expect(batch.failed.every(({ message }) => message === paused)).toBe(true)
  expect(batch.paid + batch.failed.length + batch.notTried).toBe(12)
})

test('stopping waits for a charge that is being recorded', async () => {
  let stopped = false
  let stopping: Promise<unknown> = Promise.resolve()
  await withAccount(portal.deps.paymentsDb, 'C4', async (tx) => {
    await requireCharging(tx)
    stopping = stopCharging(portal.system, 'test').then(() => (stopped = true))
    // It waits for the lock until this test releases it.
    await expect.poll(() => isWaitedFor(tx.connection), { timeout: 10_000 }).toBe(true)
    expect(stopped).toBe(false)
  })
  await stopping
  expect(stopped).toBe(true)
  const next = withAccount(portal.deps.paymentsDb, 'C4', requireCharging)
  await expect(next).rejects.toThrow(paused)
})

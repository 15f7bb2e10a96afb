import { expect, test } from 'vitest'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { books, charges, givenPayer, untilCharging } from '../../../test/payments.ts'
import { givenDueToday } from '../../../test/batches.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { readFigures } from '../../integration/business-metrics.ts'
import {
  findAutomaticStop,
  pauseAutomaticCharging,
  requireAutomaticCharging,
  startCharging,
} from '../../platform/charging.ts'
import { inTransaction, withAccount } from '../../platform/database.ts'
import { runAutoPay } from '../autopay/run-autopay.ts'

const portal = testPortal()

const paused =
  'AutoPay and payments of several invoices are paused at the moment. Nothing was charged. Single invoices can be paid.'

/** Same as the web server when it finds a payment that is missing in the database. */
const pause = (reason = 'commits were lost') =>
  inTransaction(portal.deps.paymentsDb, (tx) => pauseAutomaticCharging(tx, reason))
const resume = () => startCharging(portal.system, ['automatic'])

test('during a pause of AutoPay and pay all a single invoice can be paid', async () => {
  const paula = await givenPayer(portal, 'P1')
  const invoice = await portal.given.invoice('P1', 'P-1')
  await portal.given.invoice('P1', 'P-2')
  const payAll = () => paula.post('/api/invoice/all-invoices/payment')
  await pause()
  const refused = await payAll()
  expect([refused.statusCode, refused.json()]).toEqual([503, { message: paused }])
  expect(await books(portal, 'P1')).toMatchObject({ states: [] })
  expect((await paula.post(`/api/invoice/${invoice}/payment`)).statusCode).toBe(200)
  await resume()
  expect((await payAll()).json<PaymentBatch>()).toMatchObject({ status: 'done', paid: 1 })
})

test('a batch under way charges nothing more after the pause', async () => {
  const paula = await givenPayer(portal, 'P2')
  for (let nth = 0; nth < 12; nth += 1) await portal.given.invoice('P2', `P2-${nth}`)
  const slow = { method: 'POST', path: '/v1/payment_intents$', times: 12, kind: 'latency', ms: 400 }
  await portal.sandbox.control('/faults', slow)
  const all = paula.post('/api/invoice/all-invoices/payment')
  await untilCharging(portal, 'P2')
  await pause()
  const batch = (await all).json<PaymentBatch>()
  await resume()
  expect(batch).toMatchObject({ status: 'done' })
  // Other invoices of the batch may have been charged.
  expect(batch.stopped).toBe(paused.replace(' Nothing was charged.', ''))
  expect(batch.notTried).toBeGreaterThan(0)
  expect(batch.failed.every(({ message }) => message === paused)).toBe(true)
  expect(batch.paid + batch.failed.length + batch.notTried).toBe(12)
})

test('AutoPay skips its days during a pause, and runs them afterwards', async () => {
  await givenPayer(portal, 'P3')
  const invoice = await portal.given.invoice('P3', 'P-3', { due: '2026-11-01' })
  const day = await givenDueToday(portal, 'P3', invoice)
  await pause()
  expect(await runAutoPay(portal.deps, portal.system, day)).toBe(0)
  expect(await charges(portal, invoice)).toHaveLength(0)
  await resume()
  expect(await runAutoPay(portal.deps, portal.system, day)).toBeGreaterThan(0)
  expect(await charges(portal, invoice)).toHaveLength(1)
})

test('many find lost commits at once: the first reason stays, and metrics distinguish the pause from a stop', async () => {
  await Promise.all(['one', 'two', 'three'].map((reason) => pause(reason)))
  const kept = (await findAutomaticStop(portal.system))!.reason
  await pause('a later one')
  expect((await findAutomaticStop(portal.system))!.reason).toBe(kept)
  const { portal_charging_stopped: stopped, portal_automatic_charging_stopped: automatic } =
    await readFigures(portal.system)
  expect([stopped, automatic]).toEqual([0, 1])
  expect(await resume()).toEqual(['automatic'])
  await withAccount(portal.deps.paymentsDb, 'P1', requireAutomaticCharging)
})

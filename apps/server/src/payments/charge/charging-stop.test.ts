import { describe, expect, test } from 'vitest'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { givenDueToday } from '../../../test/payments/batches.ts'
import { isWaitedFor } from '../../../test/portal/is-waited-for.ts'
import { breakNext, outcomeOf, testPayer } from '../../../test/payments/payer.ts'
import { untilCharging } from '../../../test/payments/payments.ts'
import { address } from '../../../test/accreditation/purchases.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { readFigures } from '../../integration/business-metrics.ts'
import {
  findAutomaticStop,
  pauseAutomaticCharging,
  requireAutomaticCharging,
  requireCharging,
  startCharging,
  stopCharging,
} from './charging-stop.ts'
import { inTransaction, withAccount } from '../../platform/database/database.ts'
import { runAutoPay } from '../autopay/run-autopay.ts'

const portal = testPortal()
const paula = testPayer(portal, 'C')

const stop = () => stopCharging(portal.system, 'strange charges')
/** Pauses like a web server that finds a payment that is missing in the database. */
const pause = (reason = 'commits were lost') =>
  inTransaction(portal.deps.paymentsDb, (tx) => pauseAutomaticCharging(tx, reason))
const start = (kind: 'all' | 'automatic' = 'all') => startCharging(portal.system, [kind])

const stopped = 'Card payments are paused at the moment.'
const paused = 'AutoPay and payments of several invoices are paused at the moment.'

describe.each([
  ['while charging is stopped', 'all', stop, `${stopped} Nothing was charged.`],
  [
    'during a pause',
    'automatic',
    pause,
    `${paused} Nothing was charged. Single invoices can be paid.`,
  ],
] as const)('%s', (_when, kind, halt, text) => {
  test('AutoPay skips its days, and runs them afterwards', async () => {
    const day = await givenDueToday(portal, paula.accountId, paula.invoiceId)
    const run = () => runAutoPay(portal.deps, portal.system, day)
    await halt()
    expect([await run(), await paula.charges()]).toEqual([0, []])
    await start(kind)
    expect(await run()).toBeGreaterThan(0)
    expect(await paula.charges()).toEqual([10_000])
  })

  test('a running batch charges nothing more', async () => {
    for (let nth = 2; nth <= 12; nth += 1) await paula.given(nth)
    await breakNext(portal, 'create', { kind: 'latency', times: 12, ms: 400 })
    const all = paula.payAll()
    await untilCharging(portal, paula.accountId)
    await halt()
    const batch = (await all).json<PaymentBatch>()
    await start(kind)
    // Other invoices of the batch may have been charged, so the reason does not say that nothing was.
    const reason = text.replace(' Nothing was charged.', '')
    expect(batch).toMatchObject({ status: 'done', stopped: reason })
    expect(batch.notTried).toBeGreaterThan(0)
    expect(batch.failed.every(({ message }) => message === text)).toBe(true)
    expect(batch.paid + batch.failed.length + batch.notTried).toBe(12)
  })
})

test('while charging is stopped no charge of any kind is created; afterwards all of them work', async () => {
  expect(await stop()).toBe(0)
  for (const call of [
    paula.pay(),
    paula.payAll('', 'all-invoices-1'),
    portal.stranger.post('/api/accreditation/create-checkout-session', {
      payload: { productId: 'AC-1', ...address },
    }),
  ])
    expect(await outcomeOf(call)).toBe(`503 ${stopped} Nothing was charged.`)
  expect(await paula.states()).toEqual([])
  expect(await start()).toEqual(['all'])
  expect(await start()).toEqual([])
  expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
  expect(await paula.charges()).toEqual([10_000])
})

test('during a pause of AutoPay and pay all a single invoice can be paid', async () => {
  await paula.given(2)
  await pause()
  expect(await outcomeOf(paula.payAll())).toMatch(`503 ${paused} Nothing was charged.`)
  expect(await paula.states()).toEqual([])
  expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
  expect(await start('automatic')).toEqual(['automatic'])
  expect((await paula.payAll()).json()).toMatchObject({ status: 'done', paid: 1 })
})

test('a payment in progress is not confirmed after charging is stopped', async () => {
  await breakNext(portal, 'create', { kind: 'latency', ms: 600 })
  const paying = outcomeOf(paula.pay())
  await untilCharging(portal, paula.accountId)
  expect(await stop()).toBe(1)
  expect(await paying).toBe(`402 ${stopped} Nothing was charged.`)
  await start()
  expect([await paula.intents(), await paula.charges()]).toEqual([['canceled'], []])
})

test('stopping waits for a charge that is being recorded', async () => {
  const inCompany = withAccount.bind(undefined, portal.deps.paymentsDb, paula.accountId)
  let isStopped = false
  let stopping: Promise<unknown> = Promise.resolve()
  await inCompany(async (tx) => {
    await requireCharging(tx)
    stopping = stop().then(() => (isStopped = true))
    // The stop waits for the lock until this test releases it.
    await expect.poll(() => isWaitedFor(tx.connection), { timeout: 10_000 }).toBe(true)
    expect(isStopped).toBe(false)
  })
  await stopping
  await expect(inCompany(requireCharging)).rejects.toThrow(stopped)
  await start()
})

test('several processes find lost commits at once: the first reason stays, and metrics distinguish pause and stop', async () => {
  const reason = async () => (await findAutomaticStop(portal.system))!.reason
  await Promise.all(['one', 'two', 'three'].map(pause))
  const kept = await reason()
  await pause('a later one')
  expect(await reason()).toBe(kept)
  expect(await readFigures(portal.system)).toMatchObject({
    portal_charging_stopped: 0,
    portal_automatic_charging_stopped: 1,
  })
  expect(await start('automatic')).toEqual(['automatic'])
  await withAccount(portal.deps.paymentsDb, paula.accountId, requireAutomaticCharging)
})

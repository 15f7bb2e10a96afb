import { beforeEach, describe, expect, test } from 'vitest'
import sql, { type Sql } from 'sql-template-tag'
import { notCoveredTexts } from '@portal/domain/payments/not-covered'
import {
  chargeAndDie,
  givenAutoPayBatch,
  holdBatch,
  itemsOf,
  optOut,
} from '../../../test/payments/batches.ts'
import { isWaitedFor } from '../../../test/portal/is-waited-for.ts'
import { breakNext, testPayer } from '../../../test/payments/payer.ts'
import { releaseLeases } from '../../../test/payments/payments.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { withAccount, type Tx } from '../../platform/database/database.ts'
import { autoPayBounds } from '../autopay/autopay-bounds.ts'
import { endings } from '../charge/attempt.ts'
import { chargeOpened } from '../charge/charge-opened.ts'
import { failUnlessStored } from '../charge/work-on-attempt.ts'
import type { BatchRun } from './batch-run.ts'
import { takeBatch } from './batches.queries.ts'
import { BatchLost, openChunk } from './open-chunk.ts'
import { resumeBatches } from './resume-batches.ts'
import { runBatch } from './run-batch.ts'

const portal = testPortal()
const paula = testPayer(portal, 'C', { invoice: false, webhooks: { drop: true } })

beforeEach(() => paula.post('/api/payment/autopay/enable'))

const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
  withAccount(portal.deps.paymentsDb, paula.accountId, work)
const givenBatch = (...balances: number[]) => givenAutoPayBatch(portal, paula.accountId, balances)
const held = (batchId: string) => holdBatch(portal, paula.accountId, batchId)
const run = (batchId: string) => runBatch(portal.deps, paula.accountId, batchId, autoPayBounds)
const openNext = (batch: BatchRun, count: number, from = 0) =>
  openChunk(portal.deps, batch, autoPayBounds, count, from)
const items = (batchId: string) => itemsOf(portal, batchId)

/** Locks rows from another connection. */
async function lock(statement: Sql) {
  const connection = await portal.system.connect()
  await connection.query('begin')
  await connection.query(statement)
  const end = async (how: 'commit' | 'rollback') => {
    await connection.query(how)
    connection.release()
  }
  return { connection, end }
}

describe('a row that PostgreSQL refuses', () => {
  test('while opening: the others are opened and paid, only this row fails', async () => {
    const batchId = await givenBatch(1000, 6666, 3000, 4000, 5000)
    await portal.owner.query(
      'alter table payment_attempt add constraint odd check (amount_cents <> 6666)',
    )
    await run(batchId)
    await portal.owner.query('alter table payment_attempt drop constraint odd')
    expect(await items(batchId)).toEqual([
      'paid',
      'failed: Payment failed.',
      'paid',
      'paid',
      'paid',
    ])
    expect(await paula.taken()).toEqual([1000, 3000, 4000, 5000])
  })

  test('while settling: the others are settled, this one is left to the reconciler', async () => {
    const batchId = await givenBatch(1000, 7777, 3000, 4000, 5000)
    await portal.owner.query(
      'alter table ledger_entry add constraint odd check (abs(amount_cents) <> 7777)',
    )
    await run(batchId)
    await portal.owner.query('alter table ledger_entry drop constraint odd')
    expect(await items(batchId)).toEqual(['paid', 'pending', 'paid', 'paid', 'paid'])
    await paula.workerRound()
    await run(batchId)
    expect(await paula.taken()).toEqual([1000, 3000, 4000, 5000, 7777])
    expect(await paula.books()).toMatchObject({
      states: Array<string>(5).fill('succeeded'),
      receivableCents: -20_777,
      clearingCents: 20_777,
      payments: 5,
      // The batch sends one mail about all payments at its end.
      receipts: 0,
    })
  })
})

test('after a comparison without a response each invoice is opened once more', async () => {
  const batchId = await givenBatch(1000, 2000, 3000)
  await breakNext(portal, 'list', { kind: 'reset_before', times: 2 })
  await run(batchId)
  expect(await items(batchId)).toEqual(['paid', 'paid', 'paid'])
  expect(await paula.taken()).toEqual([1000, 2000, 3000])
  expect((await paula.states()).toSorted()).toEqual([
    'failed',
    ...Array<string>(3).fill('succeeded'),
  ])
})

test('a locked invoice is opened when it is free, and blocks no other', async () => {
  const batchId = await givenBatch(1000, 2000, 3000)
  const other = await lock(
    sql`select from invoice where account_id = ${paula.accountId} and books_balance_cents = 1000 for update`,
  )
  const batch = await held(batchId)
  expect(await openNext(batch, 3)).toMatchObject({ size: 3, busy: 1 })
  expect(await items(batchId)).toEqual(['queued', 'pending', 'pending'])
  await other.end('rollback')
  expect((await openNext(batch, 3)).attempts).toMatchObject([{ amountCents: 1000 }])
})

describe('the customer while a chunk is charged', () => {
  const why = 'AutoPay was stopped before this charge.'

  test('opts out when it is opened: no intent is confirmed, and no further payment is opened', async () => {
    const batchId = await givenBatch(1000, 2000, 3000)
    const batch = await held(batchId)
    const { attempts, order } = await openNext(batch, 2)
    await optOut(portal, paula.accountId)
    await chargeOpened(portal.deps, order, attempts, 2)
    expect(await openNext(batch, 2)).toMatchObject({ attempts: [], size: 0 })
    expect(await items(batchId)).toEqual([`failed: ${why}`, `failed: ${why}`, `not_tried: ${why}`])
    expect(await paula.states()).toEqual(['failed', 'failed'])
    expect(await paula.taken()).toEqual([])
  })

  test('opts out when a dead holder may have charged: that charge is read and booked, the rest is not charged', async () => {
    const batchId = await givenBatch(1000, 2000)
    const { attempts } = await openNext(await held(batchId), 2)
    await chargeAndDie(portal, attempts[0]!)
    await optOut(portal, paula.accountId)
    await releaseLeases(portal)
    await run(batchId)
    expect((await items(batchId)).toSorted()).toEqual([expect.stringMatching(/^failed: /), 'paid'])
    expect(await paula.taken()).toEqual([1000])
  })

  test('lowers a cap: it applies to payments that are not opened yet', async () => {
    const batchId = await givenBatch(1000, 2000, 3000, 1500, 1600)
    const batch = await held(batchId)
    await openNext(batch, 1)
    await portal.system.query(
      sql`insert into autopay_rules (account_id, cap_per_charge_cents, cap_per_month_cents)
          values (${paula.accountId}, 2500, 4500)`,
    )
    await openNext(batch, 4, 1)
    expect(await items(batchId)).toEqual([
      'pending',
      'pending',
      `failed: ${notCoveredTexts.capPerCharge}`,
      'pending',
      `failed: ${notCoveredTexts.capPerMonth}`,
    ])
  })
})

describe('two holders', () => {
  test('a process that lost the batch opens no further payment, and the new holder finishes the batch', async () => {
    const batchId = await givenBatch(1000, 2000, 3000)
    const first = await held(batchId)
    expect((await openNext(first, 1)).attempts).toHaveLength(1)
    expect(await inCompany((tx) => takeBatch(tx, paula.accountId, batchId))).toBeUndefined()
    await releaseLeases(portal)
    const second = await held(batchId)
    await expect(openNext(first, 1)).rejects.toThrow(BatchLost)
    expect((await openNext(second, 5)).attempts).toHaveLength(2)
    expect(await paula.taken()).toEqual([])
  })

  test('the next holder reads the payments that a dead holder opened, and opens them once more if not charged', async () => {
    const batchId = await givenBatch(1000, 2000, 3000)
    const { attempts } = await openNext(await held(batchId), 2)
    // One of the attempts was sent before its holder died.
    await chargeAndDie(portal, attempts[0]!)
    await releaseLeases(portal)
    const resume = () => resumeBatches(portal.deps, portal.system, autoPayBounds)
    await Promise.all([resume(), resume()])
    expect(await items(batchId)).toEqual(['paid', 'paid', 'paid'])
    expect(await paula.taken()).toEqual([1000, 2000, 3000])
    expect(await paula.books()).toMatchObject({
      payments: 3,
      states: ['succeeded', 'failed', 'succeeded', 'succeeded'],
    })
  })
})

test('while a payment of a batch is booked, no process takes the batch over or waits for the booking', async () => {
  const batchId = await givenBatch(1000, 2000)
  const { attempts, order } = await openNext(await held(batchId), 2)
  await portal.system.query('update payment_batch set lease_until = now()')
  // Booking waits for the company's revision, the last row that it locks.
  const other = await lock(
    sql`select from company_revision where account_id = ${paula.accountId} for update`,
  )
  const charging = chargeOpened(portal.deps, order, [attempts[0]!])
  await expect.poll(() => isWaitedFor(other.connection), { timeout: 10_000 }).toBe(true)
  expect(await inCompany((tx) => takeBatch(tx, paula.accountId, batchId))).toBeUndefined()
  await other.end('rollback')
  await charging
  expect(await inCompany((tx) => takeBatch(tx, paula.accountId, batchId))).toBe(2)
})

test('a payment that fails while its batch ends gets a separate mail', async () => {
  const batchId = await givenBatch(1000)
  const { attempts } = await openNext(await held(batchId), 1)
  const other = await lock(sql`update payment_batch set finished_at = now() where id = ${batchId}`)
  const failing = inCompany((tx) => failUnlessStored(tx, attempts[0]!, endings.abandoned))
  await expect.poll(() => isWaitedFor(other.connection), { timeout: 10_000 }).toBe(true)
  await other.end('commit')
  await failing
  expect(await paula.subjects('failure %')).toEqual([expect.stringMatching(/was not made, /)])
})

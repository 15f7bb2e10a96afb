import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  chargeAndDie,
  givenAutoPayBatch,
  givenEnrolled,
  holdBatch,
  itemsOf,
} from '../../../test/batches.ts'
import { isWaitedFor } from '../../../test/is-waited-for.ts'
import { books, releaseLeases, takenFrom } from '../../../test/payments.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { withAccount, type Tx } from '../../platform/database.ts'
import { endings } from '../charge/attempt.ts'
import { chargeOpened } from '../charge/charge-opened.ts'
import { failUnlessStored } from '../charge/work-on-attempt.ts'
import type { BatchRun } from './batch-run.ts'
import { takeBatch } from './batches.queries.ts'
import { BatchLost, openChunk } from './open-chunk.ts'
import { autoPayBounds } from '../autopay/autopay-bounds.ts'
import { resumeBatches } from './resume-batches.ts'

const portal = testPortal()
let accountId: string
let count = 0

beforeAll(async () => {
  await portal.sandbox.control('/webhooks', { drop: true })
})

beforeEach(async () => {
  accountId = `H${++count}`
  await givenEnrolled(portal, accountId)
})

const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
  withAccount(portal.deps.paymentsDb, accountId, work)
const givenBatch = (...balances: number[]) => givenAutoPayBatch(portal, accountId, balances)
const openNext = (run: BatchRun, count: number, from = 0) =>
  openChunk(portal.deps, run, autoPayBounds, count, from)
const items = (batchId: string) => itemsOf(portal, batchId)
const held = (batchId: string) => holdBatch(portal, accountId, batchId)

const taken = () => takenFrom(portal, accountId)

describe('two holders', () => {
  test('a process that lost the batch opens nothing more, and its holder finishes it', async () => {
    const batchId = await givenBatch(1000, 2000, 3000)
    const first = await held(batchId)
    expect((await openNext(first, 1)).attempts).toHaveLength(1)
    expect(await inCompany((tx) => takeBatch(tx, accountId, batchId))).toBeUndefined()
    await releaseLeases(portal)
    const second = await held(batchId)
    await expect(openNext(first, 1)).rejects.toThrow(BatchLost)
    expect((await openNext(second, 5)).attempts).toHaveLength(2)
    expect(await taken()).toEqual([])
  })

  test('payments that a dead holder opened are looked up by the next one, and opened once more if not charged', async () => {
    const batchId = await givenBatch(1000, 2000, 3000)
    const { attempts } = await openNext(await held(batchId), 2)
    // One of them was sent before the holder died.
    await chargeAndDie(portal, attempts[0]!)
    await releaseLeases(portal)
    await Promise.all([
      resumeBatches(portal.deps, portal.system, autoPayBounds),
      resumeBatches(portal.deps, portal.system, autoPayBounds),
    ])
    expect(await items(batchId)).toEqual(['paid', 'paid', 'paid'])
    expect(await taken()).toEqual([1000, 2000, 3000])
    expect(await books(portal, accountId)).toMatchObject({
      payments: 3,
      states: ['succeeded', 'failed', 'succeeded', 'succeeded'],
    })
  })
})

test('while a payment of a batch is booked no process takes the batch over, or waits for that', async () => {
  const batchId = await givenBatch(1000, 2000)
  const { attempts, order } = await openNext(await held(batchId), 2)
  await portal.system.query('update payment_batch set lease_until = now()')
  // Booking waits at the company's revision, the last row it locks.
  const other = await portal.system.connect()
  await other.query('begin')
  await other.query('select from company_revision where account_id = $1 for update', [accountId])
  const charging = chargeOpened(portal.deps, order, [attempts[0]!])
  await expect.poll(() => isWaitedFor(other), { timeout: 10_000 }).toBe(true)
  expect(await inCompany((tx) => takeBatch(tx, accountId, batchId))).toBeUndefined()
  await other.query('rollback')
  other.release()
  await charging
  expect(await inCompany((tx) => takeBatch(tx, accountId, batchId))).toBe(2)
})

test('a payment that fails while its batch ends gets a separate mail', async () => {
  const batchId = await givenBatch(1000)
  const { attempts } = await openNext(await held(batchId), 1)
  const other = await portal.system.connect()
  await other.query('begin')
  await other.query('update payment_batch set finished_at = now() where id = $1', [batchId])
  const failing = inCompany((tx) => failUnlessStored(tx, attempts[0]!, endings.abandoned))
  await expect.poll(() => isWaitedFor(other), { timeout: 10_000 }).toBe(true)
  await other.query('commit')
  other.release()
  await failing
  const { rows } = await portal.system.query<{ subject: string }>(
    `select subject from mail where account_id = $1 and about like 'failure %'`,
    [accountId],
  )
  expect(rows.map(({ subject }) => subject)).toEqual([expect.stringMatching(/was not made, /)])
})

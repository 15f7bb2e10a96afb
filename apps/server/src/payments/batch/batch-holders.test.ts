import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  chargeAndDie,
  givenAutoPayBatch,
  givenEnrolled,
  holdBatch,
  itemsOf,
} from '../../../test/batches.ts'
import { isWaitedFor } from '../../../test/is-waited-for.ts'
import { books, releaseLeases, takenFrom } from '../../../test/payments.ts'
import { startTestPortal, type TestPortal } from '../../../test/portal.ts'
import { withAccount, type Tx } from '../../platform/database.ts'
import type { Attempt } from '../charge/attempt.ts'
import { takeBatch } from './batches.queries.ts'
import { adoptOpened, keepOpened } from './hold-opened.ts'
import { BatchLost, openChunk } from './open-chunk.ts'
import { autoPayBounds } from '../autopay/autopay-bounds.ts'
import { resumeBatches } from './resume-batches.ts'
import { settlePayments } from '../charge/settle-payment.ts'

let portal: TestPortal
let accountId: string
let count = 0

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.sandbox.control('/webhooks', { drop: true })
})
afterAll(() => portal.close())

beforeEach(async () => {
  accountId = `H${++count}`
  await givenEnrolled(portal, accountId)
})

const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
  withAccount(portal.deps.paymentsDb, accountId, work)
const givenBatch = (...balances: number[]) => givenAutoPayBatch(portal, accountId, balances)
const items = (batchId: string) => itemsOf(portal, batchId)
const held = (batchId: string) => holdBatch(portal, accountId, batchId)

const taken = () => takenFrom(portal, accountId)

describe('two holders', () => {
  test('who has lost the batch opens nothing more, and whoever has it finishes it', async () => {
    const batchId = await givenBatch(1000, 2000, 3000)
    const first = await held(batchId)
    expect((await openChunk(portal.deps, first, 1)).attempts).toHaveLength(1)
    expect(await inCompany((tx) => takeBatch(tx, accountId, batchId))).toBeUndefined()
    await releaseLeases(portal)
    const second = await held(batchId)
    await expect(openChunk(portal.deps, first, 1)).rejects.toThrow(BatchLost)
    expect((await openChunk(portal.deps, second, 5)).attempts).toHaveLength(2)
    expect(await taken()).toEqual([])
  })

  test('what a dead holder had opened is charged by the next one, under the same key', async () => {
    const batchId = await givenBatch(1000, 2000, 3000)
    const { attempts } = await openChunk(portal.deps, await held(batchId), 2)
    // One of them had been sent before the holder died.
    await chargeAndDie(portal, attempts[0]!)
    await releaseLeases(portal)
    await Promise.all([
      resumeBatches(portal.deps, portal.system, autoPayBounds),
      resumeBatches(portal.deps, portal.system, autoPayBounds),
    ])
    expect(await items(batchId)).toEqual(['paid', 'paid', 'paid'])
    expect(await taken()).toEqual([1000, 2000, 3000])
    expect((await books(portal, accountId)).payments).toBe(3)
  })
})

test('what somebody is just settling is not taken over, and nobody waits for it', async () => {
  const batchId = await givenBatch(1000, 2000, 3000)
  const run = await held(batchId)
  const { attempts } = await openChunk(portal.deps, run, 3)
  const [settled, kept, free] = attempts as [Attempt, Attempt, Attempt]
  const other = await portal.system.connect()
  await other.query('begin')
  await other.query('select from payment_attempt where id = $1 for update', [settled.id])
  expect(await inCompany((tx) => adoptOpened(tx, run))).toMatchObject([kept, free])
  expect(await inCompany((tx) => keepOpened(tx, run, attempts))).toMatchObject([kept, free])
  await other.query('select from invoice where id = $1 for update', [kept.invoiceId])
  const outcome = { state: 'failed', providerId: null, code: 'stopped', message: 'No' } as const
  const { busy } = await inCompany((tx) =>
    settlePayments(tx, accountId, [{ attempt: kept, outcome }]),
  )
  expect(busy).toMatchObject([{ attempt: kept }])
  await other.query('rollback')
  other.release()
})

test('while payments of a batch are settled nobody takes it over, and nobody waits for that', async () => {
  const batchId = await givenBatch(1000, 2000)
  const { attempts } = await openChunk(portal.deps, await held(batchId), 2)
  await releaseLeases(portal)
  // Settling comes as far as the company's revision, the last of what it locks.
  const other = await portal.system.connect()
  await other.query('begin')
  await other.query('select from company_revision where account_id = $1 for update', [accountId])
  const outcome = { state: 'failed', providerId: null, code: 'stopped', message: 'No' } as const
  const settling = inCompany((tx) =>
    settlePayments(tx, accountId, [{ attempt: attempts[0]!, outcome }]),
  )
  await expect.poll(() => isWaitedFor(other), { timeout: 10_000 }).toBe(true)
  expect(await inCompany((tx) => takeBatch(tx, accountId, batchId))).toBeUndefined()
  await other.query('rollback')
  other.release()
  expect((await settling).changed).toEqual(new Set([attempts[0]!.id]))
  expect(await inCompany((tx) => takeBatch(tx, accountId, batchId))).toBe(2)
})

import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notCoveredTexts } from '@portal/domain/payments/autopay-plan'
import {
  chargeAndDie,
  givenAutoPayBatch,
  givenEnrolled,
  holdBatch,
  itemsOf,
  optOut,
} from '../../../test/batches.ts'
import { books, releaseLeases, takenFrom } from '../../../test/payments.ts'
import { startTestPortal, type TestPortal } from '../../../test/portal.ts'
import { withAccount, type Tx } from '../../platform/database.ts'
import { adoptOpened, keepOpened } from './hold-opened.ts'
import { openChunk } from './open-chunk.ts'
import { reconcile } from '../charge/reconcile.ts'
import { runBatch } from './run-batch.ts'
import { settlePayments } from '../charge/settle-payment.ts'

let portal: TestPortal
let owner: pg.Client
let accountId: string
let count = 0

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.sandbox.control('/webhooks', { drop: true })
  owner = new pg.Client({ connectionString: portal.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await portal.close()
})

beforeEach(async () => {
  accountId = `C${++count}`
  await givenEnrolled(portal, accountId)
})

const givenBatch = (...balances: number[]) => givenAutoPayBatch(portal, accountId, balances)
const held = (batchId: string) => holdBatch(portal, accountId, batchId)
const items = (batchId: string) => itemsOf(portal, batchId)

const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
  withAccount(portal.deps.paymentsDb, accountId, work)

const taken = () => takenFrom(portal, accountId)

describe('one row that PostgreSQL refuses', () => {
  test('while opening: the others are opened and paid, it fails alone', async () => {
    const batchId = await givenBatch(1000, 6666, 3000, 4000, 5000)
    await owner.query('alter table payment_attempt add constraint odd check (amount_cents <> 6666)')
    await runBatch(portal.deps, accountId, batchId)
    await owner.query('alter table payment_attempt drop constraint odd')
    expect(await items(batchId)).toEqual([
      'paid',
      'failed: Payment failed.',
      'paid',
      'paid',
      'paid',
    ])
    expect(await taken()).toEqual([1000, 3000, 4000, 5000])
  })

  test('while settling: the others are settled, it is left to the reconciler', async () => {
    const batchId = await givenBatch(1000, 7777, 3000, 4000, 5000)
    await owner.query(
      'alter table ledger_entry add constraint odd check (abs(amount_cents) <> 7777)',
    )
    await runBatch(portal.deps, accountId, batchId)
    await owner.query('alter table ledger_entry drop constraint odd')
    expect(await items(batchId)).toEqual(['paid', 'pending', 'paid', 'paid', 'paid'])
    await releaseLeases(portal)
    await reconcile(portal.deps, portal.system)
    expect(await taken()).toEqual([1000, 3000, 4000, 5000, 7777])
    expect(await books(portal, accountId)).toMatchObject({
      states: Array<string>(5).fill('succeeded'),
      receivableCents: -20_777,
      clearingCents: 20_777,
      payments: 5,
      // The batch had told about the others.
      receipts: 1,
    })
  })
})

test('payments settled together are told of in the name of who made each', async () => {
  const { attempts } = await openChunk(
    portal.deps,
    await held(await givenBatch(1000, 2000, 3000)),
    3,
  )
  const settlements = attempts.map((attempt, at) => ({
    attempt: at === 1 ? { ...attempt, author: { ...attempt.author, actorName: 'Paula' } } : attempt,
    outcome: { state: 'succeeded', providerId: `pi_${accountId}_${at}` } as const,
  }))
  await inCompany((tx) => settlePayments(tx, accountId, settlements))
  const { rows } = await portal.system.query(
    `select actor_name as name, right(description, 9) as paid from history_entry
      where account_id = $1 and category = 'Payment' and payment_id is not null order by paid`,
    [accountId],
  )
  expect(rows).toEqual([
    { name: 'AutoPay', paid: '10.00 USD' },
    { name: 'Paula', paid: '20.00 USD' },
    { name: 'AutoPay', paid: '30.00 USD' },
  ])
})

test('an invoice somebody else is busy with is opened once it is free, and holds nobody up', async () => {
  const batchId = await givenBatch(1000, 2000, 3000)
  const other = await portal.system.connect()
  await other.query('begin')
  await other.query(
    `select from invoice where account_id = $1 and books_balance_cents = 1000 for update`,
    [accountId],
  )
  const run = await held(batchId)
  expect(await openChunk(portal.deps, run, 3)).toMatchObject({ size: 3, busy: 1 })
  expect(await items(batchId)).toEqual(['queued', 'pending', 'pending'])
  await other.query('rollback')
  other.release()
  expect((await openChunk(portal.deps, run, 3)).attempts).toMatchObject([{ amountCents: 1000 }])
})

describe('the customer between two chunks', () => {
  test('opts out: nothing more is opened, and what waits to be sent is given up', async () => {
    const batchId = await givenBatch(1000, 2000, 3000)
    const run = await held(batchId)
    const { attempts } = await openChunk(portal.deps, run, 2)
    expect(await inCompany((tx) => keepOpened(tx, run, attempts))).toHaveLength(2)
    await optOut(portal, accountId)
    expect(await inCompany((tx) => keepOpened(tx, run, attempts))).toEqual([])
    expect(await openChunk(portal.deps, run, 2)).toMatchObject({ attempts: [], size: 0 })
    const why = 'AutoPay was stopped before this charge.'
    expect(await items(batchId)).toEqual(Array(3).fill(`failed: ${why}`))
    expect((await books(portal, accountId)).states).toEqual(['failed', 'failed'])
    expect(await taken()).toEqual([])
  })

  test('opts out when the reconciler has taken over what waited: that is left to it', async () => {
    const run = await held(await givenBatch(1000, 2000))
    const { attempts } = await openChunk(portal.deps, run, 2)
    await portal.system.query(
      `update payment_attempt set lease_until = now() where account_id = $1 and amount_cents = 1000`,
      [accountId],
    )
    await optOut(portal, accountId)
    await inCompany((tx) => keepOpened(tx, run, attempts))
    expect((await books(portal, accountId)).states.sort()).toEqual(['failed', 'submitted'])
  })

  test('opts out when a dead holder may have sent what waits: that is looked up, not failed', async () => {
    const batchId = await givenBatch(1000, 2000)
    const { attempts } = await openChunk(portal.deps, await held(batchId), 2)
    await chargeAndDie(portal, attempts[0]!)
    await releaseLeases(portal)
    const run = await held(batchId)
    const adopted = await inCompany((tx) => adoptOpened(tx, run))
    await optOut(portal, accountId)
    const ids = new Set(adopted.map(({ id }) => id))
    expect(await inCompany((tx) => keepOpened(tx, run, adopted, ids))).toEqual([])
    expect((await books(portal, accountId)).states).toEqual(['submitted', 'submitted'])
    await releaseLeases(portal)
    await reconcile(portal.deps, portal.system)
    expect((await books(portal, accountId)).states).toEqual(['succeeded', 'succeeded'])
    expect(await taken()).toEqual([1000, 2000])
  })

  test('lowers a cap: it bounds what has not been opened', async () => {
    const batchId = await givenBatch(1000, 2000, 3000, 1500, 1600)
    const run = await held(batchId)
    await openChunk(portal.deps, run, 1)
    await portal.system.query(
      `insert into autopay_rules (account_id, cap_per_charge_cents, cap_per_month_cents) values ($1, 2500, 4500)`,
      [accountId],
    )
    await openChunk(portal.deps, run, 4)
    expect(await items(batchId)).toEqual([
      'pending',
      'pending',
      `failed: ${notCoveredTexts.capPerCharge}`,
      'pending',
      `failed: ${notCoveredTexts.capPerMonth}`,
    ])
  })
})

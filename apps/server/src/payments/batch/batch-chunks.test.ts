import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notCoveredTexts } from '@portal/domain/payments/not-covered'
import {
  chargeAndDie,
  givenAutoPayBatch,
  givenEnrolled,
  holdBatch,
  itemsOf,
  optOut,
} from '../../../test/batches.ts'
import { books, releaseLeases, takenFrom } from '../../../test/payments.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { autoPayBounds } from '../autopay/autopay-bounds.ts'
import { chargeOpened } from '../charge/charge-opened.ts'
import type { BatchRun } from './batch-run.ts'
import { openChunk } from './open-chunk.ts'
import { reconcile } from '../charge/reconcile.ts'
import { runBatch } from './run-batch.ts'

const portal = testPortal()
let accountId: string
let count = 0

beforeAll(async () => {
  await portal.sandbox.control('/webhooks', { drop: true })
})

beforeEach(async () => {
  accountId = `C${++count}`
  await givenEnrolled(portal, accountId)
})

const givenBatch = (...balances: number[]) => givenAutoPayBatch(portal, accountId, balances)
const held = (batchId: string) => holdBatch(portal, accountId, batchId)
const openNext = (run: BatchRun, count: number, from = 0) =>
  openChunk(portal.deps, run, autoPayBounds, count, from)
const items = (batchId: string) => itemsOf(portal, batchId)

const taken = () => takenFrom(portal, accountId)

describe('one row that PostgreSQL refuses', () => {
  test('while opening: the others are opened and paid, only this row fails', async () => {
    const batchId = await givenBatch(1000, 6666, 3000, 4000, 5000)
    await portal.owner.query(
      'alter table payment_attempt add constraint odd check (amount_cents <> 6666)',
    )
    await runBatch(portal.deps, accountId, batchId, autoPayBounds)
    await portal.owner.query('alter table payment_attempt drop constraint odd')
    expect(await items(batchId)).toEqual([
      'paid',
      'failed: Payment failed.',
      'paid',
      'paid',
      'paid',
    ])
    expect(await taken()).toEqual([1000, 3000, 4000, 5000])
  })

  test('while settling: the others are settled, this one is left to the reconciler', async () => {
    const batchId = await givenBatch(1000, 7777, 3000, 4000, 5000)
    await portal.owner.query(
      'alter table ledger_entry add constraint odd check (abs(amount_cents) <> 7777)',
    )
    await runBatch(portal.deps, accountId, batchId, autoPayBounds)
    await portal.owner.query('alter table ledger_entry drop constraint odd')
    expect(await items(batchId)).toEqual(['paid', 'pending', 'paid', 'paid', 'paid'])
    await releaseLeases(portal)
    await reconcile(portal.deps, portal.system)
    await runBatch(portal.deps, accountId, batchId, autoPayBounds)
    expect(await taken()).toEqual([1000, 3000, 4000, 5000, 7777])
    expect(await books(portal, accountId)).toMatchObject({
      states: Array<string>(5).fill('succeeded'),
      receivableCents: -20_777,
      clearingCents: 20_777,
      payments: 5,
      // The batch mails all of them at its end.
      receipts: 0,
    })
  })
})

test('after a look without a response each invoice is opened once more', async () => {
  const batchId = await givenBatch(1000, 2000, 3000)
  await portal.sandbox.control('/faults', {
    method: 'GET',
    path: '/v1/payment_intents$',
    times: 2,
    kind: 'reset_before',
  })
  await runBatch(portal.deps, accountId, batchId, autoPayBounds)
  expect(await items(batchId)).toEqual(['paid', 'paid', 'paid'])
  expect(await taken()).toEqual([1000, 2000, 3000])
  expect((await books(portal, accountId)).states.toSorted()).toEqual([
    'failed',
    ...Array<string>(3).fill('succeeded'),
  ])
})

test('a locked invoice is opened once it is free, and blocks no other', async () => {
  const batchId = await givenBatch(1000, 2000, 3000)
  const other = await portal.system.connect()
  await other.query('begin')
  await other.query(
    `select from invoice where account_id = $1 and books_balance_cents = 1000 for update`,
    [accountId],
  )
  const run = await held(batchId)
  expect(await openNext(run, 3)).toMatchObject({ size: 3, busy: 1 })
  expect(await items(batchId)).toEqual(['queued', 'pending', 'pending'])
  await other.query('rollback')
  other.release()
  expect((await openNext(run, 3)).attempts).toMatchObject([{ amountCents: 1000 }])
})

describe('the customer while a chunk is charged', () => {
  const why = 'AutoPay was stopped before this charge.'

  test('opts out when it is opened: no intent is confirmed, and nothing more is opened', async () => {
    const batchId = await givenBatch(1000, 2000, 3000)
    const run = await held(batchId)
    const { attempts, order } = await openNext(run, 2)
    await optOut(portal, accountId)
    await chargeOpened(portal.deps, order, attempts, 2)
    expect(await openNext(run, 2)).toMatchObject({ attempts: [], size: 0 })
    expect(await items(batchId)).toEqual([`failed: ${why}`, `failed: ${why}`, `not_tried: ${why}`])
    expect((await books(portal, accountId)).states).toEqual(['failed', 'failed'])
    expect(await taken()).toEqual([])
  })

  test('opts out when a dead holder may have charged: that charge is looked up and booked, the rest is not charged', async () => {
    const batchId = await givenBatch(1000, 2000)
    const { attempts } = await openNext(await held(batchId), 2)
    await chargeAndDie(portal, attempts[0]!)
    await optOut(portal, accountId)
    await releaseLeases(portal)
    await runBatch(portal.deps, accountId, batchId, autoPayBounds)
    expect((await items(batchId)).toSorted()).toEqual([expect.stringMatching(/^failed: /), 'paid'])
    expect(await taken()).toEqual([1000])
  })

  test('lowers a cap: it applies to payments that are not opened yet', async () => {
    const batchId = await givenBatch(1000, 2000, 3000, 1500, 1600)
    const run = await held(batchId)
    await openNext(run, 1)
    await portal.system.query(
      `insert into autopay_rules (account_id, cap_per_charge_cents, cap_per_month_cents) values ($1, 2500, 4500)`,
      [accountId],
    )
    await openNext(run, 4, 1)
    expect(await items(batchId)).toEqual([
      'pending',
      'pending',
      `failed: ${notCoveredTexts.capPerCharge}`,
      'pending',
      `failed: ${notCoveredTexts.capPerMonth}`,
    ])
  })
})

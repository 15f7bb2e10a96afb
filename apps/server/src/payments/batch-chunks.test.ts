import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { notCoveredTexts } from '@portal/domain/payments/autopay-plan'
import { books, charges, givenPayer, releaseLeases } from '../../test/payments.ts'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'
import { withAccount, type Tx } from '../platform/database.ts'
import type { Scope } from '../platform/scope.ts'
import type { Attempt } from './attempt.ts'
import { findRun, type BatchRun } from './batch-run.ts'
import { fillBatch, insertBatch, takeBatch } from './batches.queries.ts'
import { adoptOpened, keepOpened } from './hold-opened.ts'
import { BatchLost, openChunk } from './open-chunk.ts'
import { reconcile } from './reconcile.ts'
import { resumeBatches } from './resume-batches.ts'
import { autoPayAuthor } from './run-autopay.ts'
import { runBatch } from './run-batch.ts'
import { settlePayments } from './settle-payment.ts'

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
  const paula = await givenPayer(portal, accountId)
  await paula.post('/api/payment/autopay/enable')
})

const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
  withAccount(portal.deps.paymentsDb, accountId, work)

/** A run of AutoPay that may charge these balances, and nobody works on. */
async function givenBatch(...balances: number[]): Promise<string> {
  for (const [at, balance] of balances.entries())
    await portal.given.invoice(accountId, `C${count}-${at}`, { balance })
  return inCompany(async (tx) => {
    const card = await tx.one<{ id: string }>(
      sql`select id from card where account_id = ${accountId}`,
    )
    const day = await tx.one<{ day: string }>(
      sql`select (portal_now() at time zone 'UTC')::date as day`,
    )
    const author = autoPayAuthor(accountId)
    const batchId = await insertBatch(tx, author, card!.id, 'autopay', day!.day)
    await fillBatch(tx, { accountId, categoryIds: null } as Scope, batchId!, 5_000_000)
    await tx.run(sql`
      update payment_batch_item t set amount_cents = i.balance_due_cents from invoice i
       where t.account_id = ${accountId} and i.account_id = t.account_id and i.id = t.invoice_id`)
    return batchId!
  })
}

async function held(batchId: string): Promise<BatchRun> {
  return inCompany(async (tx) => {
    const hold = await takeBatch(tx, accountId, batchId)
    return findRun(tx, accountId, batchId, hold!)
  })
}

async function items(batchId: string) {
  const { rows } = await portal.system.query<{ item: string }>(
    `select state || coalesce(nullif(': ' || message, ': '), '') as item from payment_batch_item
      where batch_id = $1 order by position`,
    [batchId],
  )
  return rows.map(({ item }) => item)
}

const taken = async () =>
  (await charges(portal))
    .filter(({ metadata }) => metadata['account'] === accountId)
    .map(({ amount }) => amount)
    .sort((a, b) => a - b)

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
    await portal.deps.cards.charge({
      ...attempts[0]!,
      attemptId: attempts[0]!.id,
      cardId: attempts[0]!.providerCardId,
    })
    await releaseLeases(portal)
    await Promise.all([
      resumeBatches(portal.deps, portal.system),
      resumeBatches(portal.deps, portal.system),
    ])
    expect(await items(batchId)).toEqual(['paid', 'paid', 'paid'])
    expect(await taken()).toEqual([1000, 2000, 3000])
    expect((await books(portal, accountId)).payments).toBe(3)
  })
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

describe('the customer between two chunks', () => {
  const optOut = () =>
    portal.system.query(`update autopay_enrolment set ended_at = now() where account_id = $1`, [
      accountId,
    ])

  test('opts out: nothing more is opened, and what waits to be sent is given up', async () => {
    const batchId = await givenBatch(1000, 2000, 3000)
    const run = await held(batchId)
    const { attempts } = await openChunk(portal.deps, run, 2)
    expect(await inCompany((tx) => keepOpened(tx, run, attempts))).toHaveLength(2)
    await optOut()
    expect(await inCompany((tx) => keepOpened(tx, run, attempts))).toEqual([])
    expect(await openChunk(portal.deps, run, 2)).toMatchObject({ attempts: [], size: 0 })
    const why = 'AutoPay was stopped before this charge.'
    expect(await items(batchId)).toEqual(['pending', 'pending', `failed: ${why}`])
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
    await optOut()
    await inCompany((tx) => keepOpened(tx, run, attempts))
    expect((await books(portal, accountId)).states.sort()).toEqual(['failed', 'submitted'])
  })

  test('opts out when a dead holder may have sent what waits: that is looked up, not failed', async () => {
    const batchId = await givenBatch(1000, 2000)
    const { attempts } = await openChunk(portal.deps, await held(batchId), 2)
    await portal.deps.cards.charge({
      ...attempts[0]!,
      attemptId: attempts[0]!.id,
      cardId: attempts[0]!.providerCardId,
    })
    await releaseLeases(portal)
    const run = await held(batchId)
    const adopted = await inCompany((tx) => adoptOpened(tx, run))
    await optOut()
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

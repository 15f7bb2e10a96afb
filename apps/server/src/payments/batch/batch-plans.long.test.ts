import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import sql, { type Sql } from 'sql-template-tag'
import { givenPayer } from '../../../test/payments/payments.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { queryPlan } from '../../../test/database/query-plan.ts'
import { Tx, withAccount } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { findBatch } from './batch-progress.ts'
import { endedItems, nextItems } from './batches.queries.ts'

const accountId = 'LARGE'
const items = 5000
const portal = testPortal()
let batchId: string

// A company and a batch that are far larger than any before, without statistics in PostgreSQL.
beforeAll(async () => {
  await givenPayer(portal, accountId)
  await portal.given.invoice(accountId, 'FIRST')
  for (const table of ['invoice', 'payment_batch_item', 'payment_attempt'])
    await portal.owner.query(`alter table ${table} set (autovacuum_enabled = false)`)
  await portal.owner.query('vacuum analyze')
  await portal.owner.query(`
    insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, currency, amount_cents,
                         books_balance_cents)
    select account_id, 'L-' || n, invoice_category_id, invoice_date, currency, 100, 100
      from invoice, generate_series(1, ${items}) n`)
  const { rows } = await portal.owner.query<{ id: string }>(`
    insert into payment_batch (account_id, request_key, card_id, actor_account_id, actor_name, ip_address)
    select account_id, 'large', id, account_id, 'Paula', '::1' from card returning id`)
  batchId = rows[0]!.id
  await portal.owner.query(`
    insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
    select account_id, '${batchId}', row_number() over (order by id), id, amount_cents from invoice;
    insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, batch_id, amount_cents,
                                 currency, actor_name, ip_address)
    select i.account_id, i.id, i.invoice_number, c.id, '${batchId}', i.books_balance_cents, 'USD', 'Paula', '::1'
      from invoice i join card c on c.account_id = i.account_id`)
})

class ExplainingTx extends Tx {
  rowsTouched = 0

  override async query<T extends pg.QueryResultRow>(statement: Sql): Promise<T[]> {
    await this.#explain(statement)
    return super.query<T>(statement)
  }

  override async run(statement: Sql): Promise<number> {
    await this.#explain(statement)
    return super.run(statement)
  }

  async #explain(statement: Sql): Promise<void> {
    this.rowsTouched += (await queryPlan(new Tx(this.connection), statement)).rowsTouched
  }
}

/** Returns how many rows PostgreSQL reads for `work`. */
function rowsTouchedBy(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return withAccount(portal.deps.paymentsDb, accountId, async ({ connection }) => {
    const tx = new ExplainingTx(connection)
    await work(tx)
    return tx.rowsTouched
  })
}

const whole = { accountId, categoryIds: null } as Scope

/** True if each item was read a few times, and not once per other item. */
const isInProportion = (touched: number) => touched > items && touched < 12 * items

test('the search for unopened items starts after the opened ones', async () => {
  const next = (from: number) => rowsTouchedBy((tx) => nextItems(tx, accountId, batchId, from, 100))
  expect(await next(0)).toSatisfy(isInProportion)
  expect(await next(items - 50)).toBeLessThan(1000)
})

test('the progress of a large batch reads each item once', async () => {
  expect(await rowsTouchedBy((tx) => findBatch(tx, whole, sql`b.id = ${batchId}`))).toSatisfy(
    isInProportion,
  )
})

test('ending a large batch reads the attempt of each item once', async () => {
  await portal.system.query(`update payment_attempt set state = 'succeeded', settled_at = now()`)
  expect(await rowsTouchedBy((tx) => endedItems(tx, accountId, batchId))).toSatisfy(isInProportion)
})

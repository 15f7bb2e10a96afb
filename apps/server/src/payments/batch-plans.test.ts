import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql, { type Sql } from 'sql-template-tag'
import { givenPayer } from '../../test/payments.ts'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'
import { queryPlan } from '../../test/query-plan.ts'
import { withAccount, type Tx } from '../platform/database.ts'
import type { Scope } from '../platform/scope.ts'
import { closeItems, findBatch } from './batches.queries.ts'

const accountId = 'LARGE'
const items = 5000
let portal: TestPortal
let batchId: string

// A batch far larger than any before it, of which PostgreSQL has no statistics yet.
beforeAll(async () => {
  portal = await startTestPortal()
  await givenPayer(portal, accountId)
  await portal.given.invoice(accountId, 'FIRST')
  const owner = new pg.Client({ connectionString: portal.database.ownerUrl })
  await owner.connect()
  for (const table of ['payment_batch_item', 'payment_attempt'])
    await owner.query(`alter table ${table} set (autovacuum_enabled = false)`)
  await owner.query(`
    insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, currency, amount_cents,
                         books_balance_cents)
    select account_id, 'L-' || n, invoice_category_id, invoice_date, currency, 100, 100
      from invoice, generate_series(1, ${items}) n`)
  await owner.query('vacuum analyze')
  const { rows } = await owner.query<{ id: string }>(`
    insert into payment_batch (account_id, request_key, card_id, actor_account_id, actor_name, ip_address)
    select account_id, 'large', id, account_id, 'Paula', '::1' from card returning id`)
  batchId = rows[0]!.id
  await owner.query(`
    insert into payment_batch_item (account_id, batch_id, position, invoice_id, state)
    select account_id, '${batchId}', row_number() over (order by id), id, 'pending' from invoice;
    insert into payment_attempt (account_id, invoice_id, card_id, batch_id, amount_cents, currency,
                                 books_balance_cents, state, settled_at, actor_name, ip_address)
    select i.account_id, i.id, c.id, '${batchId}', 100, 'USD', 100, 'succeeded', now(), 'Paula', '::1'
      from invoice i join card c on c.account_id = i.account_id`)
  await owner.end()
}, 120_000)
afterAll(() => portal.close())

/** How many rows PostgreSQL looks at for what the work asks of it. */
async function rowsTouchedBy(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let rows = 0
  await withAccount(portal.deps.paymentsDb, accountId, async (tx) => {
    const look = async (statement: Sql) => {
      rows += (await queryPlan(tx, statement)).rowsTouched
      return 0
    }
    const one = async (statement: Sql) => (await look(statement), tx.one(statement))
    const query = async (statement: Sql) => (await look(statement), tx.query(statement))
    await work({ run: look, one, query } as unknown as Tx)
  })
  return rows
}

const whole = { accountId, categoryIds: null } as Scope

test('the progress of a large batch is told from each item once', async () => {
  const touched = await rowsTouchedBy((tx) => findBatch(tx, whole, sql`b.id = ${batchId}`))
  expect(touched).toBeGreaterThan(items)
  expect(touched).toBeLessThan(8 * items)
})

test('a large batch ends by looking once for the attempt of each item', async () => {
  const touched = await rowsTouchedBy((tx) => closeItems(tx, accountId, batchId))
  expect(touched).toBeGreaterThan(items)
  expect(touched).toBeLessThan(8 * items)
  const { rows } = await portal.system.query<{ state: string; count: number }>(
    'select state, count(*) from payment_batch_item group by state',
  )
  expect(rows).toEqual([{ state: 'paid', count: items + 1 }])
})

import { beforeAll, expect, test } from 'vitest'
import sql, { type Sql } from 'sql-template-tag'
import { queryPlan } from '../../test/database/query-plan.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { inTransaction } from '../platform/database/database.ts'

const portal = testPortal()
const orders = 20_000

// One company has 200,000 licenses and 20,000 orders from five years; 2,000 companies have 10 of each. Records name no
// order, and 1 % of the items have no record.
beforeAll(async () => {
  await portal.owner.query(`
    insert into company (account_id, name, licenses_by) select 'C' || n, 'Company ' || n, 'records' from generate_series(0, 2000) n;
    insert into provided_license (account_id, license_id, product_id, network_id, user_name, currency, record_digest)
    select 'C' || case when n > 10 * ${orders} then 1 + n % 2000 else 0 end, 'R' || n, 'A', 'ICE', 'User ' || n, 'USD', ''
      from generate_series(1, 11 * ${orders}) n;
    insert into license_order (account_id, status, submitted_at, step)
    select 'C' || case when n > ${orders} then 1 + n % 2000 else 0 end, 'Submitted',
           portal_now() - (n % 60) * interval '1 month' - interval '1 day', 'Provisioned'
      from generate_series(1, 2 * ${orders}) n;
    insert into license_order_line (account_id, order_id, line_no, has_run, item)
    select account_id, id, 1, id % 100 <> 0,
           jsonb_build_object('customerOrderRequestTypeId', 1, 'productSku', 'A', 'networkName', 'ICE', 'userName', 'user ' || id)
      from license_order;
    insert into license_order_line (account_id, order_id, line_no, license_id, item)
    select account_id, id, 2, 'R' || id, '{"customerOrderRequestTypeId": 2, "productSku": "A", "networkName": "ICE"}'
      from license_order`)
  await portal.owner.query('vacuum analyze')
}, 240_000)

const rowsTouched = (statement: Sql) =>
  inTransaction(portal.system, async (tx) => {
    const { steps, rowsTouched: rows, text } = await queryPlan(tx, statement)
    expect(steps.length, text).toBeGreaterThan(0)
    return rows
  })

test('license orders without a match are counted by reading the orders of six months only', async () => {
  const counted = sql`select count(*) as n from attention_item where list = 'licenses'`
  expect((await portal.system.query(counted)).rows).toEqual([{ n: 66 }])
  // Of 40,000 orders, 4,000 are read twice with their lines; the dates of all orders are read once.
  expect(await rowsTouched(counted)).toBeLessThan(150_000)
})

test('an action reads the orders of its company only', async () => {
  const one = sql`select from attention_item where list = 'licenses' and account_id = 'C7' and item_id = 'P-1 R1'`
  expect(await rowsTouched(one)).toBeLessThan(1000)
})

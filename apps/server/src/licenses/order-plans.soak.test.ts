import { beforeAll, expect, test } from 'vitest'
import type { OrderPage } from '@portal/domain/licenses/licenses.schema'
import { cancelledItem } from '@portal/domain/licenses/line-items'
import { withAccount } from '../platform/database/database.ts'
import { queryPlan } from '../../test/database/query-plan.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { heldById, licensesNamedBy } from './held.queries.ts'
import { ordersOf } from './license-life.queries.ts'
import { countOrders, orderFrequency, orderPage } from './orders.queries.ts'

const portal = testPortal()
const orders = 200_000

beforeAll(async () => {
  await portal.given.company('A1')
  await portal.given.company('B1')
  await portal.owner.query('drop index license_order_by_text')
  await portal.owner.query(`
    insert into license_order (account_id, status, requestor_name, notes, created_at, submitted_at)
    select case when n % 50 = 0 then 'B1' else 'A1' end, case when n % 400 = 0 then 'Draft' else 'Submitted' end,
           'Person ' || n % 700, 'Please align batch ' || n || ' with the cycle',
           timestamptz '2020-01-01Z' + n * interval '1 minute', timestamptz '2020-01-01Z'
      from generate_series(1, ${orders}) n`)
  await portal.owner.query(`
    create index license_order_by_text on license_order using gin (
      account_id,
      (requestor_name || ' ' || portal_id || ' ' || coalesce(external_id, '') || ' ' || notes) gin_trgm_ops)`)
  await portal.owner.query('vacuum analyze license_order')
})

const first: OrderPage = { page: 1, perPage: 25 }
const filters: [string, OrderPage][] = [
  ['none', first],
  ['a status that is rare', { ...first, statusFilter: 'Draft' }],
  ['a search that finds one', { ...first, search: 'batch 177123' }],
  ['a search that finds nothing', { ...first, search: 'no such words' }],
  ['a search that finds everything', { ...first, search: 'cycle' }],
]

test.each(filters)('a page of 25 out of very many by %s uses an index', async (_, page) => {
  const plan = await withAccount(portal.deps.db, 'A1', async (tx) =>
    queryPlan(tx, orderPage(page, 'A1', await orderFrequency(tx, page))),
  )
  expect(plan.steps).not.toContain('Seq Scan')
  expect(plan.rowsTouched, plan.text).toBeLessThan(20_000)
})

test('the view shows the orders of one company only, and none when no company is set', async () => {
  const total = (accountId: string) =>
    withAccount(portal.deps.db, accountId, async (tx) => (await countOrders(tx, first)).total)
  expect(await total('B1')).toBe(orders / 50)
  expect(await total('A1')).toBe(orders - orders / 50)
  const { rows } = await portal.deps.db.query('select from company_license_order limit 1')
  expect(rows).toEqual([])
})

test('a running license is found among very many by its id', async () => {
  await portal.owner.query(`
    insert into company (account_id, name, licenses_by) values ('A9', 'Many', 'records');
    insert into provided_license (account_id, license_id, product_id, user_name, currency, license_order_id, record_digest)
    select 'A9', 'R' || n, '10010', 'user ' || n, 'USD', n::text, '' from generate_series(1, ${orders}) n`)
  await portal.owner.query('vacuum analyze provided_license')
  await withAccount(portal.deps.db, 'A9', async (tx) => {
    const plan = await queryPlan(tx, heldById('A9', 'R7'))
    expect(plan.rowsTouched, plan.text).toBeLessThan(100)
    expect((await tx.query(heldById('A9', 'R7'))).length).toBe(1)
  })
})

test('the history of a license is found among very many orders by its ids', async () => {
  await portal.owner.query(`
    insert into license_order_line (account_id, order_id, line_no, item, license_id)
    select account_id, id, 1, '{"customerOrderRequestTypeId": 3, "productSku": "10010"}', 'R' || id
      from license_order where account_id = 'A1'`)
  await portal.owner.query('vacuum analyze license_order_line')
  const { rows } = await portal.owner.query<{ id: number; portal_id: string }>(`
    select order_id::int as id, portal_id from license_order_line where account_id = 'A1' limit 1 offset 77`)
  const [{ id, portal_id: portalId }] = rows as [(typeof rows)[0]]
  await withAccount(portal.deps.db, 'A1', async (tx) => {
    const statement = ordersOf('A1', [`R${id}`, portalId], id)
    const plan = await queryPlan(tx, statement)
    expect(plan.rowsTouched, plan.text).toBeLessThan(100)
    expect((await tx.query(statement)).length).toBe(1)
  })
})

test('the licenses of 500 items are found among very many by an index', async () => {
  const { rows } = await portal.owner.query<{ id: string; nth: number }>(`
    update license_order_line set item = jsonb_build_object(
             'customerOrderRequestTypeId', 1, 'productSku', '10010', 'networkName', 'Net ' || order_id % 7,
             'userName', 'user ' || order_id, 'dateRequired', '2026-01-01'), license_id = null
     where account_id = 'A1' returning portal_id as id, order_id::int as nth`)
  await portal.owner.query('vacuum analyze license_order_line')
  const items = rows
    .slice(0, 500)
    .map(({ id, nth }) =>
      cancelledItem(
        '10010',
        { networkName: `Net ${nth % 7}`, userName: `User ${nth}`, dateRequired: '2026-12-01' },
        { licenseId: id, coveredCompany: '' },
      ),
    )
  await withAccount(portal.deps.db, 'A1', async (tx) => {
    const plan = await queryPlan(tx, licensesNamedBy('A1', items))
    expect(plan.rowsTouched, plan.text).toBeLessThan(20_000)
    expect((await tx.query(licensesNamedBy('A1', items))).length).toBe(500)
  })
})

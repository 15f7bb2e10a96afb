import { beforeAll, expect, test } from 'vitest'
import { pendingApproval } from '@portal/domain/equipment/status'
import type { EquipmentPage } from '@portal/domain/equipment/equipment.schema'
import { withAccount } from '../platform/database/database.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { queryPlan } from '../../test/database/query-plan.ts'
import { equipmentPage, equipmentFrequency } from './equipment.queries.ts'

const portal = testPortal()
const requests = 100_000

beforeAll(async () => {
  for (const accountId of ['A1', 'B1']) await portal.given.company(accountId)
  await portal.owner.query(`
    insert into equipment_request (account_id, equipment_request_id, order_date, ordered_by, external_order_status,
                                   books_status, customer_notes)
    select account_id, 'ERF-' || n, date '2000-01-01' + n % 9000, 'Person ' || n % 700, status, status, 'cage ' || n % 40
      from unnest(array['A1', 'B1']) account_id, generate_series(1, ${requests}) n,
           lateral (select case when n % 500 = 0 then '${pendingApproval}' else 'Closed' end as status) s`)
  await portal.owner.query(`
    insert into equipment_line (account_id, equipment_request_id, line_no, id, equipment_name, installation_fee_cents)
    select account_id, equipment_request_id, 1, '1', 'Router', 100 from equipment_request`)
  await portal.owner.query('vacuum analyze equipment_request, equipment_line')
}, 240_000)

const first: EquipmentPage = { page: 1, perPage: 25 }
const asked: [string, EquipmentPage][] = [
  ['nothing', first],
  ['a status that is rare', { ...first, status: pendingApproval }],
  ['a status without requests', { ...first, status: 'Expired' }],
  ['a later page', { ...first, page: 300 }],
  ['a search that finds one', { ...first, search: 'ERF-77123' }],
  ['a search that finds nothing', { ...first, search: 'no such words' }],
  ['a search that finds everything', { ...first, search: 'cage' }],
  ['a search within a status', { ...first, search: 'Person 5', status: pendingApproval }],
]

test.each(asked)(
  'a page out of 100,000 requests by %s uses an index and touches few rows',
  async (_, page) => {
    const { steps, rowsTouched, text } = await withAccount(portal.deps.db, 'A1', async (tx) => {
      return queryPlan(tx, equipmentPage('A1', page, await equipmentFrequency(tx, page)))
    })
    expect(steps).not.toContain('Seq Scan')
    expect(rowsTouched, text).toBeLessThan(20_000)
  },
)

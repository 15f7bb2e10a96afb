import { expect, test } from 'vitest'
import {
  aldgate,
  fairhaven,
  importDatabase,
  type TestRecord,
} from '../../test/import/import-fixture.ts'

const of = { accountId: '10412' }
const line = (userName: string, more: TestRecord = {}) => ({
  networkName: 'CME',
  dateRequired: '2026-09-05',
  productSku: '10085',
  customerOrderRequestTypeId: 1,
  userName,
  ...more,
})
const order = (more: TestRecord = {}) => ({
  record: 'licenseOrder',
  id: 'LO-1',
  status: 'Submitted',
  createdDate: '2026-09-01',
  lineItems: [line('ann'), line('ben')],
  ...of,
  ...more,
})
const request = (more: TestRecord = {}) => ({
  record: 'equipmentRequest',
  equipmentRequestId: 'ER-1',
  orderDate: '2026-09-01',
  ...of,
  externalOrderStatus: 'Pending Customer Approval',
  lineItems: [
    { id: '1', equipmentName: 'Switch', installationFee: '250.00' },
    { id: '2', equipmentName: 'Rack', equipmentType: 'Colo', dataCenter: 'LD4', notes: 'low' },
  ],
  ...more,
})
const items = 'select item from license_order_line order by line_no'
const status = 'select external_order_status from equipment_request'

test('ordered items are stored with their blanks and nulls, and lines are replaced as a whole', async () => {
  const lineItems = [line("o'brien\\n", { networkId: null, cancelReason: '' })]
  const { take, column, rows } = await importDatabase(aldgate, order({ lineItems }), request())
  expect(await column(items)).toEqual(lineItems)
  const equipment = 'select equipment_name, installation_fee_cents, notes from equipment_line'
  expect(await rows(`${equipment} order by id`)).toEqual([
    { equipment_name: 'Switch', installation_fee_cents: 25_000, notes: '' },
    { equipment_name: 'Rack', installation_fee_cents: 0, notes: 'low' },
  ])
  await take([
    order({ lineItems: [{ productSku: '10086' }] }),
    request({ lineItems: [{ id: '9', equipmentName: 'Router' }] }),
  ])
  expect(await column(items)).toEqual([{ productSku: '10086' }])
  expect(await column('select id from equipment_line')).toEqual(['9'])
})

test('a repeated record does not undo an action of the customer in the portal', async () => {
  const draft = order({ status: 'Draft' })
  const { take, owner, rows } = await importDatabase(aldgate, draft, request())
  await owner.query(`
    update license_order set status = 'Submitted', submitted_at = now();
    update equipment_request set external_order_status = 'Order Submitted'`)
  const statuses = `
    select o.status as "order", e.external_order_status as request, o.submitted_at is not null as submitted
      from license_order o join equipment_request e using (account_id)`
  const done = { order: 'Submitted', request: 'Order Submitted', submitted: true }
  await take([draft, request()])
  expect(await rows(statuses)).toEqual([done])
  // Changes of the books are applied, but a submitted order never becomes a draft again.
  await take([{ ...draft, notes: 'new' }, request({ externalOrderStatus: 'Closed' })])
  expect(await rows(statuses)).toEqual([{ ...done, request: 'Closed' }])
})

test('a decision of the customer stays until the books change the status', async () => {
  const { take, owner, column } = await importDatabase(aldgate, request())
  await owner.query(`update equipment_request set external_order_status = 'Order Submitted'`)
  // The books do not know of the approval yet, and send a new note.
  await take([request({ customerNotes: 'cage 14' })])
  expect(await column(status)).toEqual(['Order Submitted'])
  expect(await column('select customer_notes from equipment_request')).toEqual(['cage 14'])
  await take([request({ externalOrderStatus: 'Revision Requested' })])
  expect(await column(status)).toEqual(['Revision Requested'])
  // The books set the request to pending approval again, with another price.
  await take([request({ lineItems: [{ id: '1', equipmentName: 'Switch' }] })])
  expect(await column(status)).toEqual(['Pending Customer Approval'])
})

test('a request that the customer approved is not deleted', async () => {
  const { faultsOf, owner, column } = await importDatabase(aldgate, request())
  await owner.query(`
    insert into equipment_decision (account_id, equipment_request_id, decision, actor_id, actor_account_id,
                                    actor_name, ip_address, total_cents, terms)
    values ('10412', 'ER-1', 'approved', gen_random_uuid(), '10412', 'Bea', '::1', 25000, '2026-11')`)
  expect(await faultsOf({ record: 'delete', kind: 'equipmentRequest', key: 'ER-1' })).toEqual([
    '1 key has been approved or cancelled by the customer, which is kept',
  ])
  expect(await column(status)).toHaveLength(1)
})

const steps = `
  select concat_ws(' ', coalesce(o.external_id, o.portal_id), l.line_no, k.step, nullif(k.reason, '')) as said
    from license_order_step k
    join license_order o on o.account_id = k.account_id and o.id = k.order_id
    left join license_order_line l on l.account_id = k.account_id and l.order_id = k.order_id and l.line_id = k.line_id
   order by o.id, l.line_no nulls first, order_step_rank(k.step)`
const step = 'select step from license_order where id = 77'
const held = 'select user_name from company_license where ends_on is null order by 1'

/**
 * Two companies, and orders that were created in the portal: P-77 is submitted, P-78 is a draft, P-79 belongs to the other
 * company.
 */
async function portalOrders() {
  const database = await importDatabase(aldgate, fairhaven)
  await database.owner.query(`
    insert into license_order (account_id, id, status, submitted_at) overriding system value
    values ('10412', 77, 'Submitted', now() - interval '1 day'), ('10412', 78, 'Draft', null),
           ('10458', 79, 'Submitted', now());
    insert into license_order_consent (account_id, order_id, actor_id, actor_account_id, actor_name, ip_address,
                                       terms_version, terms, monthly_effect)
    values ('10412', 77, gen_random_uuid(), '10412', 'Tom', '::1', '1', '', '{}');
    insert into license_order_line (account_id, order_id, line_no, item)
    select '10412', 77, n, jsonb_build_object('networkName', 'ICE', 'productSku', '10086', 'dateRequired', '2026-09-05',
                                              'customerOrderRequestTypeId', 1, 'userName', 'p' || n)
      from generate_series(1, 2) n`)
  return database
}
const accepted = (orderId: string, more: TestRecord = {}) =>
  order({ status: 'Accepted', lineItems: [], orderId, ...more })

test('an order of another company, an unknown one, a draft, and one with other items are rejected by their fields', async () => {
  const { take, faultsOf, rows } = await portalOrders()
  const rejected = { status: 'Rejected' }
  for (const [records, ...faults] of [
    [[accepted('P-79')], '1 orderId belongs to another company: 10458'],
    [[accepted('P-4711')], '1 orderId names no order of the portal: P-4711'],
    [[accepted('P-78')], '1 orderId names a draft, which nobody has submitted'],
    [
      [order({ orderId: 'P-77', lineItems: [line('p1', { status: 'Accepted' })] })],
      '1 lineItems has 1 items, the order in the portal 2: send all or none',
    ],
    [
      [accepted('P-77'), accepted('P-77', { id: 'LO-2' })],
      '1 orderId is sent with more than one id',
      '2 orderId is sent with more than one id',
    ],
    [[order(rejected)], '1 statusReason is missing: say why, the customer reads it'],
    [
      [order({ lineItems: [line('ann', rejected)] })],
      '1 lineItems[0].statusReason is missing: say why, the customer reads it',
    ],
    [
      [order({ status: 'Done' })],
      expect.stringMatching(/^1 status is none of: Draft, Submitted, Accepted/),
    ],
  ] as [TestRecord[], ...string[]][])
    expect(await faultsOf(...records)).toEqual(faults)
  expect(await rows(steps)).toEqual([])
  await take([accepted('P-77')])
  expect(await faultsOf(accepted('P-77', { id: 'LO-2' }))).toEqual([
    '1 orderId names an order with the id LO-1',
  ])
  expect(await faultsOf({ record: 'delete', kind: 'licenseOrder', key: 'LO-1' })).toEqual([
    '1 key was submitted by the customer in the portal, which is kept',
  ])
})

test('an order of the portal keeps its accepted content; its status, and that of its items by position, changes', async () => {
  const { verdict, column, rows } = await portalOrders()
  const before = await column(items)
  const lineItems = [line('x'), line('y', { status: 'Rejected', statusReason: 'No room.' })]
  expect(await verdict('licenseOrder', accepted('P-77', { lineItems }))).toEqual(['updated'])
  expect(await column(items)).toEqual(before)
  expect(await column(steps)).toEqual(['LO-1 Accepted', 'LO-1 2 Rejected No room.'])
  expect(await column(held)).toEqual(['p1'])
  // From now on the order's own id is enough.
  const again = order({ status: 'Provisioned', lineItems: [] })
  expect(await verdict('licenseOrder', again)).toEqual(['updated'])
  expect(await verdict('licenseOrder', again)).toEqual(['unchanged'])
  expect(await rows('select step, standing from license_order where id = 77')).toEqual([
    { step: 'Provisioned', standing: 'Provisioned' },
  ])
})

test('the status of an order of the portal is stored, even if the license of an item now belongs to another company', async () => {
  const { take, faultsOf, column } = await portalOrders()
  const lineItems = [line('p1', { licenseId: 'L-8' }), line('p2')]
  expect(await faultsOf(accepted('P-77', { lineItems }))).toEqual([])
  await take([{ record: 'license', licenseId: 'L-8', accountId: '10458', productId: 'P' }])
  expect(await faultsOf(order({ status: 'Provisioned', lineItems }))).toEqual([])
  expect(await column(step)).toEqual(['Provisioned'])
})

test('a rejected order holds no licenses, except by an item with its own status', async () => {
  const { take, verdict, column } = await importDatabase(aldgate, order())
  expect(await column(held)).toEqual(['ann', 'ben'])
  const ids = await column('select license_id from company_license order by 1')
  const why = { status: 'Rejected', statusReason: 'No contract with the exchange.' }
  await take([order({ ...why, lineItems: [line('ann'), line('ben', { status: 'Accepted' })] })])
  expect(await column(held)).toEqual(['ben'])
  await take([order({ asOf: '2026-11-01T08:00:00Z' })])
  expect(await column(held)).toEqual(['ann', 'ben'])
  expect(await column('select license_id from company_license order by 1')).toEqual(ids)
  const older = order({ ...why, asOf: '2026-10-31T08:00:00Z' })
  expect(await verdict('licenseOrder', older)).toEqual(['stale'])
  expect(await column(held)).toEqual(['ann', 'ben'])
})

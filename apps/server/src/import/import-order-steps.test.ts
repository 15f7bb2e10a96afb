import { expect, test } from 'vitest'
import { aldgate, fairhaven, importDatabase, type TestRecord } from './import-fixture.ts'

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
  accountId: '10412',
  status: 'Submitted',
  createdDate: '2026-09-01',
  lineItems: [line('ann'), line('ben')],
  ...more,
})
const steps = `
  select concat_ws(' ', coalesce(o.external_id, o.portal_id), l.line_no, k.step, nullif(k.reason, '')) as said
    from license_order_step k
    join license_order o on o.account_id = k.account_id and o.id = k.order_id
    left join license_order_line l on l.account_id = k.account_id and l.order_id = k.order_id and l.line_id = k.line_id
   order by o.id, l.line_no nulls first, order_step_rank(k.step)`
const held = 'select user_name from license where ends_on is null order by 1'

/** An order that was created and submitted in the portal. */
const portalOrder = (owner: { query: (text: string) => Promise<unknown> }) =>
  owner.query(`
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

test('an order of the portal of another company, of nobody, a draft, or with other items is rejected by its field', async () => {
  const { take, owner, rejects, rows } = await importDatabase()
  await take([aldgate, fairhaven])
  await portalOrder(owner)
  const reasons = async (...records: TestRecord[]) => {
    await take(records, { skipRejects: true })
    return rejects.map(({ field, reason }) => [field, reason])
  }
  const accepted = { status: 'Accepted', lineItems: [] }
  expect(await reasons(order({ ...accepted, orderId: 'P-79' }))).toEqual([
    ['orderId', 'belongs to another company: 10458'],
  ])
  expect(await reasons(order({ ...accepted, orderId: 'P-4711' }))).toEqual([
    ['orderId', 'names no order of the portal: P-4711'],
  ])
  expect(await reasons(order({ ...accepted, orderId: 'P-78' }))).toEqual([
    ['orderId', 'names a draft, which nobody has submitted'],
  ])
  const odd = order({ orderId: 'P-77', lineItems: [line('p1', { status: 'Accepted' })] })
  expect(await reasons(odd)).toEqual([
    ['lineItems', 'has 1 items, the order in the portal 2: send all or none'],
  ])
  expect(
    await reasons(
      order({ ...accepted, orderId: 'P-77' }),
      order({ ...accepted, orderId: 'P-77', id: 'LO-2' }),
    ),
  ).toEqual([
    ['orderId', 'is sent with more than one id'],
    ['orderId', 'is sent with more than one id'],
  ])
  expect(await reasons(order({ status: 'Rejected' }))).toEqual([
    ['statusReason', 'is missing: say why, the customer reads it'],
  ])
  expect(await reasons(order({ lineItems: [line('ann', { status: 'Rejected' })] }))).toEqual([
    ['lineItems[0].statusReason', 'is missing: say why, the customer reads it'],
  ])
  expect(await reasons(order({ status: 'Done' }))).toEqual([
    ['status', expect.stringMatching(/^is none of: Draft, Submitted, Accepted/)],
  ])
  expect(await rows(steps)).toEqual([])
  await take([order({ ...accepted, orderId: 'P-77' })])
  expect(await reasons(order({ ...accepted, orderId: 'P-77', id: 'LO-2' }))).toEqual([
    ['orderId', 'names an order with the id LO-1'],
  ])
  expect(await reasons({ record: 'delete', kind: 'licenseOrder', key: 'LO-1' })).toEqual([
    ['key', 'was submitted by the customer in the portal, which is kept'],
  ])
})

test('an order of the portal keeps what was accepted; its status, and that of its items by position, changes', async () => {
  const { take, owner, column, rows } = await importDatabase()
  await take([aldgate, fairhaven])
  await portalOrder(owner)
  const before = await column('select item from license_order_line order by line_no')
  const { kinds } = await take([
    order({
      orderId: 'P-77',
      status: 'Accepted',
      lineItems: [line('x'), line('y', { status: 'Rejected', statusReason: 'No room.' })],
    }),
  ])
  expect(kinds.get('licenseOrder')).toMatchObject({ updated: 1, inserted: 0 })
  expect(await column('select item from license_order_line order by line_no')).toEqual(before)
  expect(await column(steps)).toEqual(['LO-1 Accepted', 'LO-1 2 Rejected No room.'])
  expect(await column(held)).toEqual(['p1'])
  // From now on its own id is enough.
  const again = order({ status: 'Provisioned', lineItems: [] })
  expect((await take([again])).kinds.get('licenseOrder')).toMatchObject({ updated: 1 })
  expect((await take([again])).kinds.get('licenseOrder')).toMatchObject({ unchanged: 1 })
  expect(await rows('select step, standing from license_order where id = 77')).toEqual([
    { step: 'Provisioned', standing: 'Provisioned' },
  ])
})

test('the status of an order of the portal arrives, also if another company has got what an item names', async () => {
  const { take, owner, rejects, column } = await importDatabase()
  await take([aldgate, fairhaven])
  await portalOrder(owner)
  const items = { lineItems: [line('p1', { licenseId: 'L-8' }), line('p2')] }
  await take([order({ ...items, orderId: 'P-77', status: 'Accepted' })])
  await take([{ record: 'license', licenseId: 'L-8', accountId: '10458', productId: 'P' }])
  await take([order({ ...items, status: 'Provisioned' })])
  expect(rejects).toEqual([])
  expect(await column('select step from license_order where id = 77')).toEqual(['Provisioned'])
})

test.each([
  ['of an order that has been deleted', 'P-4711'],
  ['that another company has got', 'L-8'],
])(
  'the first status of an order of the portal arrives, also if an item names a license %s',
  async (_, licenseId) => {
    const { take, owner, rejects, column } = await importDatabase()
    await take([aldgate, fairhaven])
    await portalOrder(owner)
    await take([{ record: 'license', licenseId: 'L-8', accountId: '10458', productId: 'P' }])
    const items = { lineItems: [line('p1', { licenseId }), line('p2')] }
    await take([order({ ...items, orderId: 'P-77', status: 'Accepted' })])
    expect(rejects).toEqual([])
    expect(await column('select step from license_order where id = 77')).toEqual(['Accepted'])
  },
)

test('a rejected order holds nothing, and an item with its own status holds against it', async () => {
  const { take, column } = await importDatabase()
  await take([aldgate, order()])
  expect(await column(held)).toEqual(['ann', 'ben'])
  const ids = await column('select license_id from license order by 1')
  const why = { status: 'Rejected', statusReason: 'No contract with the exchange.' }
  const asOf = '2026-11-01T08:00:00Z'
  await take([order({ ...why, lineItems: [line('ann'), line('ben', { status: 'Accepted' })] })])
  expect(await column(held)).toEqual(['ben'])
  await take([order({ asOf, lineItems: [line('ann'), line('ben')] })])
  expect(await column(held)).toEqual(['ann', 'ben'])
  expect(await column('select license_id from license order by 1')).toEqual(ids)
  const older = await take([order({ ...why, asOf: '2026-10-31T08:00:00Z' })])
  expect(older.kinds.get('licenseOrder')).toMatchObject({ stale: 1 })
  expect(await column(held)).toEqual(['ann', 'ben'])
})

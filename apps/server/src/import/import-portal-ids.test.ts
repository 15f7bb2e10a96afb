import { expect, test } from 'vitest'
import {
  aldgate,
  fairhaven,
  importDatabase,
  invoiceRecord,
  licenseRecord,
  orderRecord,
} from './import-fixture.ts'

const of = { accountId: aldgate.accountId }
const others = { accountId: fairhaven.accountId }

test("a number of the provider's is never taken for one of the portal", async () => {
  const { take, rejects, owner, column, rows } = await importDatabase()
  await take([aldgate, fairhaven, orderRecord({ ...others, id: 'LO-9' })])
  await owner.query(`
    insert into license_order (account_id, status, submitted_at)
    values ('${others.accountId}', 'Submitted', now()), ('${of.accountId}', 'Submitted', now())`)
  const [line] = await column('select line_id::text from license_order_line')
  const orders = await column('select id::text from license_order where external_id is null')
  // Each equals the number of another company's license, of its order, or of an order of this company.
  await take([
    licenseRecord({ licenseId: line, licenseOrderId: orders[1] }),
    orderRecord({ id: orders[0] }),
    invoiceRecord({ lineItems: [{ total: 1, licenseId: line, licenseOrderId: orders[0] }] }),
  ])
  expect(rejects).toEqual([])
  expect(await rows('select license_id, order_id from held_license where is_provided')).toEqual([
    { license_id: line, order_id: null },
  ])
})

test('an id of the portal is accepted from the books only where the portal gave it', async () => {
  const { take, rejects, column, rows } = await importDatabase()
  await take([
    aldgate,
    fairhaven,
    orderRecord({ id: 'LO-1' }),
    orderRecord({ ...others, id: 'LO-9' }),
  ])
  const ids = await column('select portal_id from license_order_line order by account_id')
  const [own, foreign] = ids
  await take([
    licenseRecord({ licenseId: foreign }),
    licenseRecord({ licenseId: 'P-999' }),
    orderRecord({ id: 'P-999' }),
    orderRecord({ id: 'LO-2', orderId: '1' }),
  ])
  expect(rejects.map(({ line, field, reason }) => [line, field, reason])).toEqual([
    [3, 'id', 'is an id of the portal: send it as orderId, with an id of your own'],
    [4, 'orderId', 'is not an id of the portal (P-79)'],
    [1, 'licenseId', 'belongs to another company: 10458'],
    [
      2,
      'licenseId',
      'has the form of an id of the portal, and no order in the portal has given it',
    ],
  ])
  // The provider may use the portal's id of a license as its own, and keeps it when the order loses the line.
  await take([licenseRecord({ licenseId: own })])
  expect(rejects).toEqual([])
  await take([orderRecord({ lineItems: [] })])
  await take([licenseRecord({ licenseId: own, userName: 'ben' })])
  expect(rejects).toEqual([])
  expect(await rows('select license_id, user_name from provided_license')).toEqual([
    { license_id: own, user_name: 'ben' },
  ])
})

test('an order or license in the form of the portal is only named if a submitted order has it', async () => {
  const { take, rejects, owner, column } = await importDatabase()
  await take([
    aldgate,
    fairhaven,
    orderRecord({
      lineItems: [1, 2].map((type) => ({ customerOrderRequestTypeId: type, productSku: 'P' })),
    }),
  ])
  await owner.query(
    `insert into license_order (account_id, status) values ('${of.accountId}', 'Draft')`,
  )
  const ids = async (query: string) => (await column(query)).map(String)
  const [draft, submitted] = await ids('select portal_id from license_order order by status')
  const [added, cancelling] = await ids('select portal_id from license_order_line order by line_no')
  const reason = 'has the form of an id of the portal, and no order in the portal has given it'
  const faults = () => rejects.map((reject) => [reject.line, reject.field, reject.reason])
  for (const id of [draft, 'P-999', submitted!.toLowerCase(), submitted!.replace('-', '-0')]) {
    await take([
      licenseRecord({ licenseId: 'OWN-1', licenseOrderId: id }),
      invoiceRecord({ lineItems: [{ total: 1, licenseOrderId: id }] }),
    ])
    expect(faults().sort()).toEqual([
      [1, 'licenseOrderId', reason],
      [2, 'lineItems[0].licenseOrderId', reason],
    ])
  }
  for (const id of [cancelling, 'P-999', added!.toLowerCase(), 'P-0', `P-${'9'.repeat(30)}`]) {
    await take([
      licenseRecord({ licenseId: id }),
      orderRecord({ id: 'LO-2', lineItems: [{ customerOrderRequestTypeId: 3, licenseId: id }] }),
      invoiceRecord({ lineItems: [{ total: 1, licenseId: id }] }),
    ])
    expect(faults().sort()).toEqual([
      [1, 'licenseId', reason],
      [2, 'lineItems[0].licenseId', reason],
      [3, 'lineItems[0].licenseId', reason],
    ])
  }
  // An order that was refused has not given the id that it claimed.
  await take([
    orderRecord({ id: 'P-999' }),
    licenseRecord({ licenseId: 'OWN-1', licenseOrderId: 'P-999' }),
  ])
  expect(faults()).toContainEqual([2, 'licenseOrderId', reason])
  const named = (day: string) => [
    licenseRecord({ licenseId: added, licenseOrderId: submitted, until: day }),
    invoiceRecord({
      dueDate: day,
      lineItems: [{ total: 1, licenseId: added, licenseOrderId: submitted }],
    }),
    orderRecord({
      id: 'LO-3',
      notes: day,
      lineItems: [{ customerOrderRequestTypeId: 2, licenseId: added }],
    }),
  ]
  await take(named('2027-01-01'))
  expect(rejects).toEqual([])
  // What was stored stays when the order is deleted; nothing new may name it.
  await take([{ record: 'delete', kind: 'licenseOrder', key: 'LO-1' }])
  const { kinds } = await take(named('2027-02-01'))
  expect(rejects).toEqual([])
  for (const kind of ['license', 'invoice', 'licenseOrder'])
    expect(kinds.get(kind)).toMatchObject({ updated: 1 })
  await take([licenseRecord({ licenseId: 'OWN-2', licenseOrderId: submitted })])
  expect(faults()).toEqual([[1, 'licenseOrderId', reason]])
  // Only the portal's own ids have a form.
  await take([
    invoiceRecord({ invoiceNumber: 'I-2', lineItems: [{ total: 1, equipmentRequestId: 'P-999' }] }),
  ])
  expect(rejects).toEqual([])
})

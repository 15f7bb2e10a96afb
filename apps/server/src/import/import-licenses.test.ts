import { expect, test } from 'vitest'
import {
  aldgate,
  fairhaven,
  importDatabase,
  invoiceRecord,
  licenseRecord,
  orderRecord,
  type TestRecord,
} from '../../test/import/import-fixture.ts'

const of = { accountId: aldgate.accountId }
const others = { accountId: fairhaven.accountId }
const foreign = `belongs to another company: ${others.accountId}`
const lineItem = (more: TestRecord) => ({ total: 1, ...more })
const invoiceOf = (...lines: TestRecord[]) => invoiceRecord({ lineItems: lines.map(lineItem) })
const item = (type: number, licenseId: unknown) => ({
  customerOrderRequestTypeId: type,
  productSku: 'P',
  licenseId,
})
/** Returns SQL that creates submitted or draft orders of the portal. */
const inPortal = (accountId: string, status: 'Submitted' | 'Draft') =>
  `insert into license_order (account_id, status, submitted_at)
   values ('${accountId}', '${status}', ${status === 'Draft' ? 'null' : 'now()'});`

const subject = {
  productId: '10085',
  licenseId: 'L-1',
  userName: 'Zoë \\N "Ann"',
  networkId: 'N-1',
  servicePeriodStart: '2026-10-01',
  servicePeriodEnd: '2026-10-01',
  chargeType: 'prorated',
  licenseOrderId: 'LO-1',
  equipmentRequestId: 'ER-1',
  equipmentLineId: '1',
  poNumber: '=1+1',
}
const subjectQuery = `
  select product_id as "productId", license_id as "licenseId", user_name as "userName", network_id as "networkId",
         service_period_start::text as "servicePeriodStart", service_period_end::text as "servicePeriodEnd",
         charge_type as "chargeType", license_order_id as "licenseOrderId",
         equipment_request_id as "equipmentRequestId", equipment_line_id as "equipmentLineId",
         po_number as "poNumber", quantity::text, sales_price::text as "salesPrice"
    from invoice_line l join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
   order by invoice_number, line_no`

test('the subjects of lines are stored as they were sent, for new and for changed invoices', async () => {
  const blank = Object.fromEntries(
    Object.keys(subject).map((name) => [name, /Id|Name|Number/.test(name) ? '' : null]),
  )
  const lines = [subject, {}, blank]
  // Records without the new field, as older books send them.
  const plain = (...lineItems: TestRecord[]) => ({
    ...invoiceOf(...lineItems),
    invoiceNumber: 'INV-0',
  })
  const { faultsOf, verdict, rows } = await importDatabase(aldgate, plain({}), invoiceOf(...lines))
  const noPrice = { quantity: null, salesPrice: null }
  const all = { ...subject, ...noPrice }
  const none = Object.fromEntries(Object.keys(all).map((name) => [name, null]))
  expect(await rows(subjectQuery)).toEqual([none, all, none, none])

  const free = invoiceOf({ quantity: 0, salesPrice: '0.00' })
  expect(await faultsOf(plain(...lines), free)).toEqual([])
  const zero = { ...none, quantity: '0', salesPrice: '0.00' }
  expect(await rows(subjectQuery)).toEqual([all, none, none, zero])
  expect(await verdict('invoice', plain(...lines))).toEqual(['unchanged'])
})

test('a blank or null field does not change an invoice without that field', async () => {
  const { verdict } = await importDatabase(aldgate, invoiceOf({}))
  expect(await verdict('invoice', invoiceOf({ poNumber: null }))).toEqual(['unchanged'])
})

test('a line may not name a license or order of another company, not even by a derived id or an id of the portal', async () => {
  const theirs = orderRecord({ ...others, id: 'LO-9' })
  const { faultsOf, owner, column } = await importDatabase(aldgate, fairhaven, theirs)
  await owner.query(inPortal(others.accountId, 'Submitted'))
  const [derived] = await column('select license_id from company_license')
  const [ordered] = await column('select portal_id from license_order where external_id is null')
  const bad = invoiceOf(
    { licenseId: derived },
    { licenseOrderId: ordered },
    { licenseId: 'L-9', licenseOrderId: 'LO-9', equipmentRequestId: 'nowhere' },
  )
  expect(await faultsOf(licenseRecord({ ...others, licenseId: 'L-9' }), bad)).toEqual(
    ['[0].licenseId', '[1].licenseOrderId', '[2].licenseId', '[2].licenseOrderId'].map(
      (at) => `2 lineItems${at} ${foreign}`,
    ),
  )
  // The lines of the other company may name its license, and unknown ids are accepted.
  const own = { ...invoiceOf({ licenseId: derived }), ...others, invoiceNumber: 'INV-9' }
  expect(await faultsOf(own, invoiceOf({ licenseId: 'L-later' }))).toEqual([])
})

test('an item of an order may not name a license of another company', async () => {
  const { faultsOf, verdict, column } = await importDatabase(
    aldgate,
    fairhaven,
    licenseRecord({ ...others, licenseId: 'L-9' }),
    orderRecord({ ...others, id: 'LO-9' }),
    licenseRecord({ licenseId: 'L-1' }),
  )
  const [derived] = await column('select portal_id from license_order_line')
  const bad = [item(2, 'L-1'), item(2, 'L-9'), item(3, derived), item(1, 'L-9'), item(1, derived)]
  expect(await faultsOf(orderRecord({ lineItems: bad }))).toEqual(
    [1, 2, 3, 4].map((nth) => `1 lineItems[${nth}].licenseId ${foreign}`),
  )
  // Ids of the company, unknown ids and blank ones.
  const lineItems = [item(2, 'L-1'), item(2, 'L-later'), item(3, ''), item(1, 'L-new')]
  expect(await verdict('licenseOrder', orderRecord({ lineItems }))).toEqual(['inserted'])
  expect(
    await column(`
      select l.license_id from license_order_line l join license_order o on o.id = l.order_id
       where o.external_id = 'LO-1' order by line_no`),
  ).toEqual(['L-1', 'L-later', expect.stringMatching(/^P-/), 'L-new'])
})

test('an unchanged record is accepted again, even if its ids now belong to another company', async () => {
  const line = { licenseId: 'L-8', licenseOrderId: 'LO-8', equipmentRequestId: 'E-8' }
  const lineItems = [item(2, 'L-8')]
  const sent = [
    licenseRecord({ licenseOrderId: 'LO-8' }),
    invoiceOf(line),
    orderRecord({ lineItems }),
  ]
  const { take, faults, faultsOf } = await importDatabase(aldgate, fairhaven, ...sent)
  const request = { equipmentRequestId: 'E-8', orderDate: '2026-09-01', ...others }
  const claims = [
    licenseRecord({ ...others, licenseId: 'L-8' }),
    orderRecord({ ...others, id: 'LO-8' }),
    { record: 'equipmentRequest', ...request, externalOrderStatus: 'Closed' },
  ]
  // The claims are in the same import first, then in an earlier one.
  for (const records of [[...sent, ...claims], sent]) {
    const { kinds, outcome } = await take(records)
    expect([faults(), outcome]).toEqual([[], 'loaded'])
    for (const kind of ['license', 'invoice', 'licenseOrder'])
      expect(kinds.get(kind)).toMatchObject({ unchanged: 1, updated: 0 })
  }
  const changed = [
    licenseRecord({ licenseOrderId: 'LO-8', userName: 'ben' }),
    { ...invoiceOf(line), name: 'new' },
    orderRecord({ notes: 'new', lineItems }),
  ]
  expect((await faultsOf(...changed)).map((fault) => fault.split(' ', 2).join(' '))).toEqual([
    '1 licenseOrderId',
    '2 lineItems[0].equipmentRequestId',
    '2 lineItems[0].licenseId',
    '2 lineItems[0].licenseOrderId',
    '3 lineItems[0].licenseId',
  ])
})

test('a license belongs to one company, has an end after its start, and its order is its own', async () => {
  const theirs = orderRecord({ ...others, id: 'LO-9' })
  const { faultsOf, rows } = await importDatabase(aldgate, fairhaven, licenseRecord(), theirs)
  const faults = await faultsOf(
    licenseRecord(others),
    licenseRecord({ licenseId: 'L-2', licenseOrderId: 'LO-9' }),
    licenseRecord({ licenseId: 'L-3', since: '2026-11-02', until: '2026-11-01' }),
    licenseRecord({ licenseId: 'L-4', monthlyPrice: -1 }),
  )
  expect(faults).toEqual([
    '3 until is before since',
    '4 monthlyPrice is negative',
    '1 licenseId belongs to another company: 10412',
    `2 licenseOrderId ${foreign}`,
  ])
  expect(await rows('select account_id, license_id from provided_license')).toEqual([
    { account_id: '10412', license_id: 'L-1' },
  ])
})

test('an older record changes no license, and does not restore a deleted one', async () => {
  const { verdict, column } = await importDatabase(aldgate)
  const day = (n: number) => ({ asOf: `2026-10-0${n}T06:00:00Z` })
  const user = (userName: string, n?: number) =>
    licenseRecord({ userName, ...(n && { asOf: day(n).asOf }) })
  const gone = { record: 'delete', kind: 'license', key: 'L-1' }
  // The time in a header counts like the time of a record.
  for (const [records, expected, users] of [
    [[{ record: 'header', ...day(5) }, user('ann')], 'inserted', ['ann']],
    [[user('ben', 4)], 'stale', ['ann']],
    [[{ ...gone, ...day(4) }], 'stale', ['ann']],
    [[{ ...gone, ...day(7) }], 'deleted', []],
    [[user('ben', 6)], 'stale', []],
    [[user('cleo', 8)], 'inserted', ['cleo']],
  ] as [TestRecord[], string, string[]][]) {
    expect(await verdict('license', ...records)).toEqual([expected])
    expect(await column('select user_name from provided_license')).toEqual(users)
  }
})

test('an import of licenses is one entry in the history of each company', async () => {
  const { take, column } = await importDatabase(aldgate, fairhaven)
  const last = () =>
    column(
      `select description from history_entry where account_id = '10412' order by id desc limit 1`,
    )
  const two = [licenseRecord(), licenseRecord({ licenseId: 'L-2' })]
  await take([...two, licenseRecord({ licenseId: 'L-3', ...others })])
  expect(await last()).toEqual(['2 licenses added'])
  const gone = { record: 'delete', kind: 'license', key: 'L-2' }
  await take([licenseRecord({ status: 'Suspended' }), gone])
  expect(await last()).toEqual(['1 license updated, 1 removed'])
})

test('an announced price has its day, and a day its price', async () => {
  const { faultsOf, rows } = await importDatabase(aldgate)
  const price = { nextMonthlyPrice: '0.00' }
  const from = { nextPriceFrom: '2027-01-01' }
  expect(await faultsOf(licenseRecord(price))).toEqual([expect.stringMatching('nextPriceFrom')])
  expect(await faultsOf(licenseRecord(from))).toEqual([expect.stringMatching('nextMonthlyPrice')])
  expect(await faultsOf(licenseRecord({ ...price, ...from }))).toEqual([])
  expect(
    await rows('select next_price_cents, next_price_from::text from provided_license'),
  ).toEqual([{ next_price_cents: 0, next_price_from: '2027-01-01' }])
})

test('after many new licenses the statistics of the database are updated', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, nth) => licenseRecord({ licenseId: `L-${nth}` }))
  const { take, column } = await importDatabase(aldgate, ...many(500))
  const known = () => column(`select reltuples from pg_class where relname = 'provided_license'`)
  // The portal does not know the id yet.
  expect(await known()).toEqual([-1])
  await take(many(1100))
  expect(await known()).toEqual([1100])
})

test("a number of the provider's is never mistaken for a number of the portal", async () => {
  const theirs = orderRecord({ ...others, id: 'LO-9' })
  const { faultsOf, owner, column, rows } = await importDatabase(aldgate, fairhaven, theirs)
  await owner.query(inPortal(others.accountId, 'Submitted') + inPortal(of.accountId, 'Submitted'))
  const [line] = await column('select line_id::text from license_order_line')
  const orders = await column('select id::text from license_order where external_id is null')
  // Each number equals the id of another company's license or order, or of an order of this company.
  const faults = await faultsOf(
    licenseRecord({ licenseId: line, licenseOrderId: orders[1] }),
    orderRecord({ id: orders[0] }),
    invoiceOf({ licenseId: line, licenseOrderId: orders[0] }),
  )
  expect(faults).toEqual([])
  expect(await rows('select license_id, order_id from held_license where is_provided')).toEqual([
    { license_id: line, order_id: null },
  ])
})

const unknown = 'has the form of an id of the portal, and no order in the portal has given it'

test('an id of the portal is accepted from the books only for the license or order to which the portal gave it', async () => {
  const { faultsOf, column, rows } = await importDatabase(
    aldgate,
    fairhaven,
    orderRecord({ id: 'LO-1' }),
    orderRecord({ ...others, id: 'LO-9' }),
  )
  const [own, theirs] = await column('select portal_id from license_order_line order by account_id')
  const faults = await faultsOf(
    licenseRecord({ licenseId: theirs }),
    licenseRecord({ licenseId: 'P-999' }),
    orderRecord({ id: 'P-999' }),
    orderRecord({ id: 'LO-2', orderId: '1' }),
  )
  expect(faults).toEqual([
    '3 id is an id of the portal: send it as orderId, with an id of your own',
    '4 orderId is not an id of the portal (P-79)',
    `1 licenseId ${foreign}`,
    `2 licenseId ${unknown}`,
  ])
  // The provider may use the portal's id of a license as its own. The record keeps the id when the order loses its line.
  for (const record of [
    licenseRecord({ licenseId: own }),
    orderRecord({ lineItems: [] }),
    licenseRecord({ licenseId: own, userName: 'ben' }),
  ])
    expect(await faultsOf(record)).toEqual([])
  expect(await rows('select license_id, user_name from provided_license')).toEqual([
    { license_id: own, user_name: 'ben' },
  ])
})

test('an id in the form of the portal may be named only if a submitted order has it', async () => {
  const lineItems = [item(1, null), item(2, null)]
  const { faultsOf, take, faults, owner, column } = await importDatabase(
    aldgate,
    fairhaven,
    orderRecord({ lineItems }),
  )
  await owner.query(inPortal(of.accountId, 'Draft'))
  const ids = async (query: string) => (await column(query)).map(String)
  const [draft, submitted] = await ids('select portal_id from license_order order by status')
  const [added, cancelling] = await ids('select portal_id from license_order_line order by line_no')
  for (const id of [draft, 'P-999', submitted!.toLowerCase(), submitted!.replace('-', '-0')]) {
    const own = licenseRecord({ licenseId: 'OWN-1', licenseOrderId: id })
    expect((await faultsOf(own, invoiceOf({ licenseOrderId: id }))).sort()).toEqual([
      `1 licenseOrderId ${unknown}`,
      `2 lineItems[0].licenseOrderId ${unknown}`,
    ])
  }
  for (const id of [cancelling, 'P-999', added!.toLowerCase(), 'P-0', `P-${'9'.repeat(30)}`]) {
    const order = orderRecord({ id: 'LO-2', lineItems: [item(3, id)] })
    const found = await faultsOf(
      licenseRecord({ licenseId: id }),
      order,
      invoiceOf({ licenseId: id }),
    )
    expect(found.sort()).toEqual([
      `1 licenseId ${unknown}`,
      `2 lineItems[0].licenseId ${unknown}`,
      `3 lineItems[0].licenseId ${unknown}`,
    ])
  }
  // A rejected order does not count as having given the id that it claimed.
  const naming = licenseRecord({ licenseId: 'OWN-1', licenseOrderId: 'P-999' })
  expect(await faultsOf(orderRecord({ id: 'P-999' }), naming)).toContainEqual(
    `2 licenseOrderId ${unknown}`,
  )
  const named = (day: string) => [
    licenseRecord({ licenseId: added, licenseOrderId: submitted, until: day }),
    { ...invoiceOf({ licenseId: added, licenseOrderId: submitted }), dueDate: day },
    orderRecord({ id: 'LO-3', notes: day, lineItems: [item(2, added)] }),
  ]
  expect(await faultsOf(...named('2027-01-01'))).toEqual([])
  // A stored id stays when its order is deleted; new records may not name it.
  await take([{ record: 'delete', kind: 'licenseOrder', key: 'LO-1' }])
  const { kinds } = await take(named('2027-02-01'))
  expect(faults()).toEqual([])
  for (const kind of ['license', 'invoice', 'licenseOrder'])
    expect(kinds.get(kind)).toMatchObject({ updated: 1 })
  const late = licenseRecord({ licenseId: 'OWN-2', licenseOrderId: submitted })
  expect(await faultsOf(late)).toEqual([`1 licenseOrderId ${unknown}`])
  // Requests have no ids of the portal, so any text is accepted.
  const request = { ...invoiceOf({ equipmentRequestId: 'P-999' }), invoiceNumber: 'I-2' }
  expect(await faultsOf(request)).toEqual([])
})

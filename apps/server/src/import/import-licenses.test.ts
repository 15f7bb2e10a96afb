import { expect, test } from 'vitest'
import {
  aldgate,
  fairhaven,
  importDatabase,
  invoiceRecord,
  type TestRecord,
} from './import-fixture.ts'

const of = { accountId: aldgate.accountId }
const others = { accountId: fairhaven.accountId }
const license = (fields: TestRecord = {}) => ({
  record: 'license',
  licenseId: 'L-1',
  productId: 'P',
  ...of,
  ...fields,
})
const order = (fields: TestRecord = {}) => ({
  record: 'licenseOrder',
  id: 'LO-1',
  status: 'Submitted',
  createdDate: '2026-09-01',
  lineItems: [{ customerOrderRequestTypeId: 1, productSku: 'P', userName: 'ann' }],
  ...of,
  ...fields,
})
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
const nothing = Object.fromEntries(Object.keys(subject).map((name) => [name, null]))
const noPrice = { quantity: null, salesPrice: null }

test('what lines are about arrives as it was sent, for new and for changed invoices', async () => {
  const { take, rejects, rows } = await importDatabase()
  const blank = Object.fromEntries(
    Object.keys(subject).map((name) => [name, /Id|Name|Number/.test(name) ? '' : null]),
  )
  const lineItems = [{ ...subject, total: 1 }, { total: 2 }, { ...blank, total: 3 }]
  // The first one has no such field at all, as before.
  const plain = invoiceRecord({ invoiceNumber: 'INV-0', lineItems: [{ total: 1 }] })
  await take([aldgate, plain, invoiceRecord({ lineItems })])
  const [none, all] = [
    { ...nothing, ...noPrice },
    { ...subject, ...noPrice },
  ]
  expect(rejects).toEqual([])
  expect(await rows(subjectQuery)).toEqual([none, all, none, none])

  await take([
    { ...plain, lineItems },
    invoiceRecord({ lineItems: [{ total: 1, quantity: 0, salesPrice: '0.00' }] }),
  ])
  expect(await rows(subjectQuery)).toEqual([
    all,
    none,
    none,
    { ...nothing, quantity: '0.0000', salesPrice: '0.0000' },
  ])
  const again = await take([{ ...plain, lineItems: [...lineItems] }])
  expect(again.kinds.get('invoice')).toMatchObject({ unchanged: 1, updated: 0 })
})

test('a blank field and a null one are no change of an invoice without it', async () => {
  const { take } = await importDatabase()
  await take([aldgate, invoiceRecord({ lineItems: [{ total: 1 }] })])
  const { kinds } = await take([invoiceRecord({ lineItems: [{ total: 1, poNumber: null }] })])
  expect(kinds.get('invoice')).toMatchObject({ unchanged: 1 })
})

test('a line may not name what belongs to another company, also if that is derived or of the portal', async () => {
  const { take, rejects, owner, column } = await importDatabase()
  await take([aldgate, fairhaven, order({ ...others, id: 'LO-9' })])
  await owner.query(`
    insert into license_order (account_id, status, submitted_at)
    values ('${others.accountId}', 'Submitted', now())`)
  const [derived] = await column('select license_id from license')
  const [portalOrder] = await column(
    'select portal_id from license_order where external_id is null',
  )
  const line = (field: TestRecord) => ({ total: 1, ...field })
  await take([
    license({ ...others, licenseId: 'L-9' }),
    invoiceRecord({
      lineItems: [
        line({ licenseId: derived }),
        line({ licenseOrderId: portalOrder }),
        line({ licenseId: 'L-9', licenseOrderId: 'LO-9', equipmentRequestId: 'nowhere' }),
      ],
    }),
  ])
  const reason = `belongs to another company: ${others.accountId}`
  expect(rejects).toEqual(
    ['[0].licenseId', '[1].licenseOrderId', '[2].licenseId', '[2].licenseOrderId'].map((at) => ({
      file: 'test.ndjson',
      line: 2,
      field: `lineItems${at}`,
      reason,
    })),
  )
  // The other company's own lines may, and unknown ones are kept.
  const own = invoiceRecord({
    ...others,
    invoiceNumber: 'INV-9',
    lineItems: [line({ licenseId: derived })],
  })
  await take([own, invoiceRecord({ lineItems: [line({ licenseId: 'L-later' })] })])
  expect(rejects).toEqual([])
})

test('an item of an order may not name a license of another company', async () => {
  const { take, rejects, column } = await importDatabase()
  await take([aldgate, fairhaven, license({ ...others, licenseId: 'L-9' })])
  await take([order({ ...others, id: 'LO-9' }), license({ licenseId: 'L-1' })])
  const [derived] = await column('select license_id from license')
  const [add, cancel, change] = [1, 2, 3].map((type) => (licenseId: unknown) => ({
    customerOrderRequestTypeId: type,
    productSku: 'P',
    licenseId,
  }))
  const refused = await take([
    order({
      lineItems: [cancel!('L-1'), cancel!('L-9'), change!(derived), add!('L-9'), add!(derived)],
    }),
  ])
  expect(refused.outcome).toBe('refused')
  expect(rejects).toEqual(
    [1, 2, 3, 4].map((nth) => ({
      file: 'test.ndjson',
      line: 1,
      field: `lineItems[${nth}].licenseId`,
      reason: `belongs to another company: ${others.accountId}`,
    })),
  )
  // Own, unknown and blank ones.
  const items = [cancel!('L-1'), cancel!('L-later'), change!(''), add!('L-new')]
  const { kinds } = await take([order({ lineItems: items })])
  expect([rejects, kinds.get('licenseOrder')]).toMatchObject([[], { inserted: 1 }])
  expect(
    await column(`
      select l.license_id from license_order_line l join license_order o on o.id = l.order_id
       where o.external_id = 'LO-1' order by line_no`),
  ).toEqual(['L-1', 'L-later', null, 'L-new'])
})

test("a number of the provider's is never taken for one of the portal", async () => {
  const { take, rejects, owner, column, rows } = await importDatabase()
  await take([aldgate, fairhaven, order({ ...others, id: 'LO-9' })])
  await owner.query(`
    insert into license_order (account_id, status, submitted_at)
    values ('${others.accountId}', 'Submitted', now()), ('${of.accountId}', 'Submitted', now())`)
  const [line] = await column('select line_id::text from license_order_line')
  const orders = await column('select id::text from license_order where external_id is null')
  // Each equals the number of another company's license, of its order, or of an order of this company.
  await take([
    license({ licenseId: line, licenseOrderId: orders[1] }),
    order({ id: orders[0] }),
    invoiceRecord({ lineItems: [{ total: 1, licenseId: line, licenseOrderId: orders[0] }] }),
  ])
  expect(rejects).toEqual([])
  expect(await rows('select license_id, order_id from held_license where is_provided')).toEqual([
    { license_id: line, order_id: null },
  ])
})

test('an id of the portal is accepted from the books only where the portal gave it', async () => {
  const { take, rejects, column, rows } = await importDatabase()
  await take([aldgate, fairhaven, order({ id: 'LO-1' }), order({ ...others, id: 'LO-9' })])
  const ids = await column('select portal_id from license_order_line order by account_id')
  const [own, foreign] = ids
  await take([
    license({ licenseId: foreign }),
    license({ licenseId: 'P-999' }),
    order({ id: 'P-999' }),
    order({ id: 'LO-2', orderId: '1' }),
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
  await take([license({ licenseId: own })])
  expect(rejects).toEqual([])
  await take([order({ lineItems: [] })])
  await take([license({ licenseId: own, userName: 'ben' })])
  expect(rejects).toEqual([])
  expect(await rows('select license_id, user_name from provided_license')).toEqual([
    { license_id: own, user_name: 'ben' },
  ])
})

test('a record sent again unchanged is accepted, also if another company has got what it names', async () => {
  const { take, rejects } = await importDatabase()
  const line = { total: 1, licenseId: 'L-8', licenseOrderId: 'LO-8', equipmentRequestId: 'E-8' }
  const cancel = { customerOrderRequestTypeId: 2, productSku: 'P', licenseId: 'L-8' }
  const sent = [
    license({ licenseOrderId: 'LO-8' }),
    invoiceRecord({ lineItems: [line] }),
    order({ lineItems: [cancel] }),
  ]
  await take([aldgate, fairhaven])
  await take(sent)
  const claims = [
    license({ ...others, licenseId: 'L-8' }),
    order({ ...others, id: 'LO-8' }),
    {
      record: 'equipmentRequest',
      equipmentRequestId: 'E-8',
      ...others,
      orderDate: '2026-09-01',
      externalOrderStatus: 'Closed',
    },
  ]
  // In the same import, and after it.
  for (const records of [[...sent, ...claims], sent]) {
    const { kinds, outcome } = await take(records)
    expect([rejects, outcome]).toEqual([[], 'loaded'])
    for (const kind of ['license', 'invoice', 'licenseOrder'])
      expect(kinds.get(kind)).toMatchObject({ unchanged: 1, updated: 0 })
  }
  // A change is judged.
  await take([
    license({ licenseOrderId: 'LO-8', userName: 'ben' }),
    invoiceRecord({ name: 'new', lineItems: [line] }),
    order({ notes: 'new', lineItems: [cancel] }),
  ])
  expect(rejects.map(({ line: at, field }) => [at, field])).toEqual([
    [1, 'licenseOrderId'],
    [2, 'lineItems[0].equipmentRequestId'],
    [2, 'lineItems[0].licenseId'],
    [2, 'lineItems[0].licenseOrderId'],
    [3, 'lineItems[0].licenseId'],
  ])
})

test('a license belongs to one company, has an end after its start, and its order is its own', async () => {
  const { take, rejects, rows } = await importDatabase()
  await take([aldgate, fairhaven, license(), order({ ...others, id: 'LO-9' })])
  await take([
    license(others),
    license({ licenseId: 'L-2', licenseOrderId: 'LO-9' }),
    license({ licenseId: 'L-3', since: '2026-11-02', until: '2026-11-01' }),
    license({ licenseId: 'L-4', monthlyPrice: -1 }),
  ])
  expect(rejects.map(({ line, field, reason }) => [line, field, reason])).toEqual([
    [3, 'until', 'is before since'],
    [4, 'monthlyPrice', 'is negative'],
    [1, 'licenseId', 'belongs to another company: 10412'],
    [2, 'licenseOrderId', 'belongs to another company: 10458'],
  ])
  expect(await rows('select account_id, license_id from provided_license')).toEqual([
    { account_id: '10412', license_id: 'L-1' },
  ])
})

test('an older record changes no license, and does not restore a deleted one', async () => {
  const { take, column } = await importDatabase()
  const day = (n: number) => ({ asOf: `2026-10-0${n}T06:00:00Z` })
  const users = () => column('select user_name from provided_license')
  const verdict = async (...records: TestRecord[]) => {
    const { kinds } = await take(records)
    const counts = kinds.get('license') ?? {}
    return Object.entries(counts).flatMap(([name, count]) => (count ? name : []))
  }
  const gone = { record: 'delete', kind: 'license', key: 'L-1' }
  await take([aldgate])
  // The time of a header counts too.
  const header = { record: 'header', ...day(5) }
  expect(await verdict(header, license({ userName: 'ann' }))).toEqual(['inserted'])
  expect(await verdict(license({ userName: 'ben', ...day(4) }))).toEqual(['stale'])
  expect(await verdict({ ...gone, ...day(4) })).toEqual(['stale'])
  expect(await users()).toEqual(['ann'])
  expect(await verdict({ ...gone, ...day(7) })).toEqual(['deleted'])
  expect(await verdict(license({ ...day(6) }))).toEqual(['stale'])
  expect(await users()).toEqual([])
  expect(await verdict(license({ userName: 'cleo', ...day(8) }))).toEqual(['inserted'])
  expect(await users()).toEqual(['cleo'])
})

test('an import of licenses is one entry in the history of each company', async () => {
  const { take, column } = await importDatabase()
  await take([aldgate, fairhaven])
  const last = () =>
    column(
      `select description from history_entry where account_id = '10412' order by id desc limit 1`,
    )
  await take([license(), license({ licenseId: 'L-2' }), license({ licenseId: 'L-3', ...others })])
  expect(await last()).toEqual(['2 licenses added'])
  await take([license({ status: 'Suspended' }), { record: 'delete', kind: 'license', key: 'L-2' }])
  expect(await last()).toEqual(['1 license updated, 1 removed'])
})

test('a product has other names, a successor and its rules of billing', async () => {
  const { take, rejects, rows } = await importDatabase()
  const product = { record: 'product', productId: 'P', description: 'x', itemGroupName: 'Gateways' }
  const query = `
    select aliases, replaced_by, per_user, prorates, billing_months from product`
  const none = {
    aliases: [],
    replaced_by: null,
    per_user: null,
    prorates: null,
    billing_months: null,
  }
  await take([product])
  expect(await rows(query)).toEqual([none])
  const full = {
    ...product,
    aliases: ['TT "Pro", {new}', 'Pro'],
    replacedBy: 'unknown',
    perUser: false,
    prorates: true,
    billingMonths: 3,
  }
  expect((await take([full])).kinds.get('product')).toMatchObject({ updated: 1 })
  expect((await take([full])).kinds.get('product')).toMatchObject({ unchanged: 1 })
  expect(await rows(query)).toEqual([
    {
      aliases: full.aliases,
      replaced_by: 'unknown',
      per_user: false,
      prorates: true,
      billing_months: 3,
    },
  ])
  await take([{ ...full, replacedBy: 'P' }])
  await take([{ ...full, billingMonths: 2 }])
  expect(rejects).toMatchObject([{ field: 'billingMonths', reason: 'is none of: 1, 3, 12' }])
  await take([product])
  expect(await rows(query)).toEqual([none])
})

test('products never replace each other in a circle, in one import or over several', async () => {
  const { take, rejects, rows } = await importDatabase()
  const product = (productId: string, replacedBy?: string) => ({
    record: 'product',
    productId,
    description: productId,
    itemGroupName: 'Gateways',
    replacedBy,
  })
  await take([product('A', 'B'), product('B', 'C'), product('C'), product('D', 'A')])
  await take([product('C', 'A')])
  expect(rejects).toMatchObject([
    { field: 'replacedBy', reason: 'replaces products in a circle: C → A → B → C' },
  ])
  // The circle is not open if the product that would open it is rejected itself.
  await take([product('C', 'D'), product('A', 'X'), product('E', 'F'), product('F', 'E')], {
    skipRejects: true,
  })
  expect(rejects.map(({ reason }) => reason)).toEqual([
    'replaces products in a circle: E → F → E',
    'replaces products in a circle: F → E → F',
  ])
  expect(await rows('select product_id, replaced_by from product order by 1')).toEqual([
    { product_id: 'A', replaced_by: 'X' },
    { product_id: 'B', replaced_by: 'C' },
    { product_id: 'C', replaced_by: 'D' },
    { product_id: 'D', replaced_by: 'A' },
  ])
})

test('an announced price has its day, and a day its price', async () => {
  const { take, rejects, rows } = await importDatabase()
  const license = { record: 'license', licenseId: 'L', accountId: '10412', productId: 'P' }
  const refused = async (more: object) => {
    await take([{ ...license, ...more }])
    return rejects.map(({ field }) => field)
  }
  await take([aldgate])
  expect(await refused({ nextMonthlyPrice: '10.00' })).toEqual(['nextPriceFrom'])
  expect(await refused({ nextPriceFrom: '2027-01-01' })).toEqual(['nextMonthlyPrice'])
  await take([{ ...license, nextMonthlyPrice: '0.00', nextPriceFrom: '2027-01-01' }])
  expect(
    await rows('select next_price_cents, next_price_from::text from provided_license'),
  ).toEqual([{ next_price_cents: 0, next_price_from: '2027-01-01' }])
})

test('an order or license in the form of the portal is only named if a submitted order has it', async () => {
  const { take, rejects, owner, column } = await importDatabase()
  await take([
    aldgate,
    fairhaven,
    order({
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
      license({ licenseId: 'OWN-1', licenseOrderId: id }),
      invoiceRecord({ lineItems: [{ total: 1, licenseOrderId: id }] }),
    ])
    expect(faults().sort()).toEqual([
      [1, 'licenseOrderId', reason],
      [2, 'lineItems[0].licenseOrderId', reason],
    ])
  }
  for (const id of [cancelling, 'P-999', added!.toLowerCase(), 'P-0', `P-${'9'.repeat(30)}`]) {
    await take([
      license({ licenseId: id }),
      order({ id: 'LO-2', lineItems: [{ customerOrderRequestTypeId: 3, licenseId: id }] }),
      invoiceRecord({ lineItems: [{ total: 1, licenseId: id }] }),
    ])
    expect(faults().sort()).toEqual([
      [1, 'licenseId', reason],
      [2, 'lineItems[0].licenseId', reason],
      [3, 'lineItems[0].licenseId', reason],
    ])
  }
  // An order that was refused has not given the id that it claimed.
  await take([order({ id: 'P-999' }), license({ licenseId: 'OWN-1', licenseOrderId: 'P-999' })])
  expect(faults()).toContainEqual([2, 'licenseOrderId', reason])
  const named = (day: string) => [
    license({ licenseId: added, licenseOrderId: submitted, until: day }),
    invoiceRecord({
      dueDate: day,
      lineItems: [{ total: 1, licenseId: added, licenseOrderId: submitted }],
    }),
    order({
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
  await take([license({ licenseId: 'OWN-2', licenseOrderId: submitted })])
  expect(faults()).toEqual([[1, 'licenseOrderId', reason]])
  // Only the portal's own ids have a form.
  await take([
    invoiceRecord({ invoiceNumber: 'I-2', lineItems: [{ total: 1, equipmentRequestId: 'P-999' }] }),
  ])
  expect(rejects).toEqual([])
})

test('after many new licenses the database knows how many there are, and plans for them', async () => {
  const { take, rows } = await importDatabase()
  const many = (count: number) =>
    Array.from({ length: count }, (_, nth) => license({ licenseId: `L-${nth}` }))
  const known = () => rows(`select reltuples from pg_class where relname = 'provided_license'`)
  await take([aldgate, ...many(500)])
  // Not known yet.
  expect(await known()).toEqual([{ reltuples: -1 }])
  await take(many(1100))
  expect(await known()).toEqual([{ reltuples: 1100 }])
})

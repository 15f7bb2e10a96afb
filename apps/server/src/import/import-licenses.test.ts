import { expect, test } from 'vitest'
import {
  aldgate,
  fairhaven,
  importDatabase,
  invoiceRecord,
  licenseRecord,
  orderRecord,
  type TestRecord,
} from './import-fixture.ts'

const others = { accountId: fairhaven.accountId }
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
  await take([aldgate, fairhaven, orderRecord({ ...others, id: 'LO-9' })])
  await owner.query(`
    insert into license_order (account_id, status, submitted_at)
    values ('${others.accountId}', 'Submitted', now())`)
  const [derived] = await column('select license_id from license')
  const [portalOrder] = await column(
    'select portal_id from license_order where external_id is null',
  )
  const line = (field: TestRecord) => ({ total: 1, ...field })
  await take([
    licenseRecord({ ...others, licenseId: 'L-9' }),
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
  await take([aldgate, fairhaven, licenseRecord({ ...others, licenseId: 'L-9' })])
  await take([orderRecord({ ...others, id: 'LO-9' }), licenseRecord({ licenseId: 'L-1' })])
  const [derived] = await column('select license_id from license')
  const [add, cancel, change] = [1, 2, 3].map((type) => (licenseId: unknown) => ({
    customerOrderRequestTypeId: type,
    productSku: 'P',
    licenseId,
  }))
  const refused = await take([
    orderRecord({
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
  const { kinds } = await take([orderRecord({ lineItems: items })])
  expect([rejects, kinds.get('licenseOrder')]).toMatchObject([[], { inserted: 1 }])
  expect(
    await column(`
      select l.license_id from license_order_line l join license_order o on o.id = l.order_id
       where o.external_id = 'LO-1' order by line_no`),
  ).toEqual(['L-1', 'L-later', null, 'L-new'])
})

test('a record sent again unchanged is accepted, also if another company has got what it names', async () => {
  const { take, rejects } = await importDatabase()
  const line = { total: 1, licenseId: 'L-8', licenseOrderId: 'LO-8', equipmentRequestId: 'E-8' }
  const cancel = { customerOrderRequestTypeId: 2, productSku: 'P', licenseId: 'L-8' }
  const sent = [
    licenseRecord({ licenseOrderId: 'LO-8' }),
    invoiceRecord({ lineItems: [line] }),
    orderRecord({ lineItems: [cancel] }),
  ]
  await take([aldgate, fairhaven])
  await take(sent)
  const claims = [
    licenseRecord({ ...others, licenseId: 'L-8' }),
    orderRecord({ ...others, id: 'LO-8' }),
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
    licenseRecord({ licenseOrderId: 'LO-8', userName: 'ben' }),
    invoiceRecord({ name: 'new', lineItems: [line] }),
    orderRecord({ notes: 'new', lineItems: [cancel] }),
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
  await take([aldgate, fairhaven, licenseRecord(), orderRecord({ ...others, id: 'LO-9' })])
  await take([
    licenseRecord(others),
    licenseRecord({ licenseId: 'L-2', licenseOrderId: 'LO-9' }),
    licenseRecord({ licenseId: 'L-3', since: '2026-11-02', until: '2026-11-01' }),
    licenseRecord({ licenseId: 'L-4', monthlyPrice: -1 }),
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
  expect(await verdict(header, licenseRecord({ userName: 'ann' }))).toEqual(['inserted'])
  expect(await verdict(licenseRecord({ userName: 'ben', ...day(4) }))).toEqual(['stale'])
  expect(await verdict({ ...gone, ...day(4) })).toEqual(['stale'])
  expect(await users()).toEqual(['ann'])
  expect(await verdict({ ...gone, ...day(7) })).toEqual(['deleted'])
  expect(await verdict(licenseRecord({ ...day(6) }))).toEqual(['stale'])
  expect(await users()).toEqual([])
  expect(await verdict(licenseRecord({ userName: 'cleo', ...day(8) }))).toEqual(['inserted'])
  expect(await users()).toEqual(['cleo'])
})

test('an import of licenses is one entry in the history of each company', async () => {
  const { take, column } = await importDatabase()
  await take([aldgate, fairhaven])
  const last = () =>
    column(
      `select description from history_entry where account_id = '10412' order by id desc limit 1`,
    )
  await take([
    licenseRecord(),
    licenseRecord({ licenseId: 'L-2' }),
    licenseRecord({ licenseId: 'L-3', ...others }),
  ])
  expect(await last()).toEqual(['2 licenses added'])
  await take([
    licenseRecord({ status: 'Suspended' }),
    { record: 'delete', kind: 'license', key: 'L-2' },
  ])
  expect(await last()).toEqual(['1 license updated, 1 removed'])
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

test('after many new licenses the database knows how many there are, and plans for them', async () => {
  const { take, rows } = await importDatabase()
  const many = (count: number) =>
    Array.from({ length: count }, (_, nth) => licenseRecord({ licenseId: `L-${nth}` }))
  const known = () => rows(`select reltuples from pg_class where relname = 'provided_license'`)
  await take([aldgate, ...many(500)])
  // Not known yet.
  expect(await known()).toEqual([{ reltuples: -1 }])
  await take(many(1100))
  expect(await known()).toEqual([{ reltuples: 1100 }])
})

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

// The ids of one license and its company: cases that random tests and attacks found.

const others = { accountId: fairhaven.accountId }
const foreign = `belongs to another company: ${fairhaven.accountId}`
const at = (hour: number) => ({ asOf: `2026-10-01T0${hour}:00:00Z` })
const theirs = (more: TestRecord) => licenseRecord({ ...others, licenseId: 'L-9', ...more })
const moved = { ...others, formerAccountId: aldgate.accountId }
const gone = (key: unknown, more = {}) => ({ record: 'delete', kind: 'license', key, ...more })
const item = { customerOrderRequestTypeId: 1, productSku: 'P', userName: 'ann', id: '7' }
const aliases = 'select account_id as of, alias, license_id as is from license_alias order by 2'
const held = `select account_id || ' ' || license_id from held_license order by 1`
const portalIds = 'select portal_id from license_order_line'
const firstDay = 'select first_since::text from provided_license'

test('an id of another company is never another id of a license', async () => {
  const { faultsOf, rows } = await importDatabase(aldgate, fairhaven, theirs(at(1)))
  const claim = licenseRecord({ otherLicenseIds: ['L-9'], ...at(2) })
  expect(await faultsOf(claim)).toEqual([`1 otherLicenseIds[0] ${foreign}`])
  expect(await rows(aliases)).toEqual([])
})

test('a former id of another company’s license is never an id of a license', async () => {
  const { faultsOf, column } = await importDatabase(
    aldgate,
    fairhaven,
    theirs({ otherLicenseIds: ['L-8'], ...at(1) }),
  )
  const again = licenseRecord({ licenseId: 'L-8', ...at(2) })
  expect(await faultsOf(again)).toEqual([`1 licenseId ${foreign}`])
  expect(await column(held)).toEqual(['10458 L-9'])
})

test('an item of an order of the portal never becomes a license of another company', async () => {
  const { faultsOf, owner, column, rows } = await importDatabase(
    aldgate,
    fairhaven,
    orderRecord({ ...others, id: 'LO-9' }),
    theirs({}),
  )
  const [ofOthers] = await column(portalIds)
  await owner.query(`
    with o as (
      insert into license_order (account_id, status, submitted_at) values ('10412', 'Submitted', now()) returning id),
    x as (
      insert into license_order_line (account_id, order_id, line_no, item)
      select '10412', id, 1, '{"customerOrderRequestTypeId": 1, "productSku": "P"}' from o)
    insert into license_order_consent (account_id, order_id, actor_id, actor_account_id, actor_name, ip_address,
                                       terms_version, terms, monthly_effect)
    select '10412', id, gen_random_uuid(), '10412', 'Ann', '::1', '1', 'x', '[]' from o`)
  const [orderId] = await column(`select portal_id from license_order where external_id is null`)
  const status = (licenseId: unknown) =>
    orderRecord({ orderId, status: 'Accepted', lineItems: [{ ...item, licenseId }] })
  for (const id of ['L-9', ofOthers])
    expect(await faultsOf(status(id))).toEqual([`1 lineItems[0].licenseId ${foreign}`])
  expect(await faultsOf(status('P-999'))).toEqual([
    '1 lineItems[0].licenseId has the form of an id of the portal, and no order in the portal has given it',
  ])
  expect(await rows(aliases)).toEqual([])
  const steps = [
    licenseRecord(at(1)),
    orderRecord({ orderId, status: 'Accepted', lineItems: [] }),
    status('L-1'),
  ]
  for (const record of steps) expect(await faultsOf(record)).toEqual([])
  expect(await column(`select has_run from license_order_line where account_id = '10412'`)).toEqual(
    [true],
  )
})

test('the statements of a company about a license that moved since are accepted', async () => {
  const cancels = { ...item, customerOrderRequestTypeId: 2, licenseId: 'L-1' }
  const added = { ...item, licenseId: 'L-1' }
  const { faultsOf } = await importDatabase(
    aldgate,
    fairhaven,
    licenseRecord(at(1)),
    orderRecord({ lineItems: [cancels] }),
    orderRecord({ id: 'LO-2', lineItems: [added] }),
  )
  expect(await faultsOf(licenseRecord({ ...moved, ...at(2) }))).toEqual([])
  const later = [
    orderRecord({ lineItems: [cancels], status: 'Provisioned' }),
    orderRecord({ id: 'LO-2', lineItems: [added], notes: 'new' }),
    invoiceRecord({ lineItems: [{ licenseId: 'L-1', total: 100 }] }),
  ]
  expect(await faultsOf(...later)).toEqual([])
})

test('lines without an id are matched again after an import of licenses only', async () => {
  const cancels = (more: TestRecord) => ({ ...item, customerOrderRequestTypeId: 2, ...more })
  const { take, column } = await importDatabase(
    aldgate,
    orderRecord({ lineItems: [item] }),
    orderRecord({
      id: 'LO-2',
      createdDate: '2026-09-02',
      lineItems: [cancels({ licenseId: 'L-1' })],
    }),
    orderRecord({ id: 'LO-3', createdDate: '2026-09-03', lineItems: [cancels({ licenseId: '' })] }),
  )
  const [id] = await column(`${portalIds} where item ->> 'customerOrderRequestTypeId' = '1'`)
  const meant = () =>
    column(`
      select meant from license_order_line x join license_order o on o.id = x.order_id order by external_id`)
  expect(await meant()).toEqual([null, null, 'one'])
  await take([licenseRecord({ otherLicenseIds: [id] })])
  expect(await meant()).toEqual([null, null, 'none'])
})

test('a license moves with a new id in a file that still has its former record', async () => {
  const { take, column } = await importDatabase(aldgate, fairhaven, licenseRecord(at(1)))
  await take([
    licenseRecord({ userName: 'ben', ...at(2) }),
    licenseRecord({ ...moved, licenseId: 'L-9', otherLicenseIds: ['L-1'], ...at(3) }),
  ])
  expect(await column(held)).toEqual(['10458 L-9'])
})

test('companies that each name a part of the ids of a license can be merged', async () => {
  const { faultsOf, column, rows } = await importDatabase(aldgate, fairhaven, orderRecord())
  const [alias] = await column(portalIds)
  for (const record of [
    licenseRecord({ otherLicenseIds: [alias], ...at(1) }),
    licenseRecord({ ...moved, licenseId: 'L-9', otherLicenseIds: ['L-1'], ...at(2) }),
    { ...aldgate, formerAccountId: fairhaven.accountId },
  ])
    expect(await faultsOf(record)).toEqual([])
  expect(await rows(aliases)).toEqual([
    { of: '10412', alias: 'L-1', is: 'L-9' },
    { of: '10412', alias, is: 'L-9' },
  ])
})

test('the source of the licenses of a company survives a merge into another company', async () => {
  const { take, column } = await importDatabase(aldgate, fairhaven, licenseRecord())
  await take([{ ...fairhaven, formerAccountId: aldgate.accountId }])
  expect(await column(held)).toEqual(['10458 L-1'])
})

test('a license that ran is not requested again when its order is sent again', async () => {
  const { take, column } = await importDatabase(aldgate, orderRecord({ lineItems: [item] }))
  const [id] = await column(portalIds)
  await take([licenseRecord({ licenseId: id })])
  await take([gone(id), orderRecord({ notes: 'new', lineItems: [item] })])
  expect(await column('select has_run from license_order_line')).toEqual([true])
})

test('the first day of a license is known from late records, and after its deletion', async () => {
  const { take, column } = await importDatabase(aldgate)
  const since = (day: string, hour: number, more = {}) =>
    licenseRecord({ since: day, ...at(hour), ...more })
  await take([since('2026-06-01', 3)])
  await take([since('2026-02-01', 2)])
  expect(await column(firstDay)).toEqual(['2026-02-01'])
  await take([gone('L-1', at(4))])
  await take([since('2026-07-01', 5)])
  expect(await column(firstDay)).toEqual(['2026-02-01'])
  await take([since('2026-07-01', 6, { licenseId: 'L-2', otherLicenseIds: ['L-1'] })])
  await take([since('2026-01-01', 1)])
  expect(await column(firstDay)).toEqual(['2026-01-01'])
})

test('a former id of an order is never an id of an order of another company', async () => {
  const { faultsOf, column } = await importDatabase(aldgate, fairhaven, orderRecord(at(1)))
  const [orderId] = await column('select portal_id from license_order')
  expect(await faultsOf(orderRecord({ id: 'LO-2', orderId, ...at(2) }))).toEqual([])
  expect(await faultsOf(orderRecord({ ...others, ...at(3) }))).toEqual([
    `1 id belongs to another company: ${aldgate.accountId}`,
  ])
})

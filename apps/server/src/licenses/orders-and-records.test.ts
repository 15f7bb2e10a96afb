import type { InvoiceAuthorization } from '@portal/domain/authorization/authorization.schema'
import type {
  HeldLicense,
  LicenseLife,
  RecordDifferences,
} from '@portal/domain/licenses/held.schema'
import { addedItem, cancelledItem } from '@portal/domain/licenses/line-items'
import { requestTypes } from '@portal/domain/licenses/request-types'
import { orderNumber } from '@portal/domain/licenses/order-number'
import type { Forecast } from '@portal/domain/spend/spend.schema'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { givenCatalogue } from '../../test/catalogue.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { soon } from '../../test/soon.ts'
import { takeRecords } from '../import/import-fixture.ts'

// What orders and the provider's records say of one license, in whatever order they arrive.

const portal = testPortal()
let lia: Browser
let accountId = ''
let count = 0
beforeAll(async () => {
  await givenCatalogue(portal.system)
})
beforeEach(async () => {
  accountId = `EO${(count += 1)}`
  await portal.given.company(accountId)
  const email = `lia@${accountId}.example`
  await portal.given.user(email, accountId, ['AccessLicenses', 'AccessInvoices'], ['Licenses'])
  lia = await portal.signIn(email)
})

const take = (...records: object[]) => takeRecords(portal.system, accountId, records)

const names = { networkId: 'ICE', networkName: 'ICE', userName: 'ann' }
const license = (rest: object) => ({
  record: 'license',
  licenseId: `${accountId}-R`,
  productId: '10010',
  networkId: 'ICE',
  userName: 'ann',
  monthlyPrice: '100.00',
  ...rest,
})
const cancel = (dateRequired: string) =>
  cancelledItem(
    '10010',
    { ...names, dateRequired },
    { licenseId: `${accountId}-R`, coveredCompany: '' },
  )
const order = (lineItems: object[], rest: object = {}) => ({
  record: 'licenseOrder',
  id: `${accountId}-C`,
  status: 'Submitted',
  createdDate: '2026-01-10T00:00:00Z',
  requestorName: 'Maya Chen',
  lineItems,
  ...rest,
})
const bill = (serviceMonth: string, named: object) => ({
  record: 'invoice',
  invoiceNumber: `${accountId}-1`,
  date: `${serviceMonth}-05`,
  serviceMonth,
  invoiceType: 'License',
  invoiceCategory: 'Licenses',
  source: 'Salesforce',
  currencyIsoCode: 'USD',
  amount: 100,
  balanceDue: '0.00',
  lineItems: [
    {
      productName: 'TT Pro',
      productId: '10010',
      quantity: 1,
      salesPrice: '100.00',
      total: '100.00',
      ...named,
    },
  ],
})

const held = async () => (await lia.get('/api/license/held')).json<HeldLicense[]>()
const differences = async () =>
  (await lia.get('/api/license/differences')).json<RecordDifferences>().differences
const checked = async () => {
  const answer = await lia.get(`/api/invoice/details/${accountId}-1/authorization`)
  return answer.json<InvoiceAuthorization>().lines[0]!
}
const submit = (lineItems: object[]) =>
  lia.post('/api/license', {
    payload: { user: { accountId }, data: { notes: '', lineItems }, isDraft: false },
  })

test('a license that was cancelled and runs again is not cancelled, and can be cancelled again', async () => {
  await take(license({ since: '2026-01-01' }), order([cancel('2026-03-01')]))
  expect((await held())[0]).toMatchObject({ endsOn: '2026-03-01' })
  expect(await differences()).toMatchObject([{ kind: 'stillRunning' }])
  await take(license({ since: '2026-01-01', until: '2026-02-28', status: 'Ended' }))
  expect(await held()).toEqual([])
  await take(license({ since: '2026-06-01', status: 'Active' }))
  expect((await held())[0]).toMatchObject({ startsOn: '2026-06-01', endsOn: null })
  expect(await differences()).toEqual([])
  expect((await submit([cancel(soon(5))])).statusCode).toBe(200)
  expect((await held())[0]).toMatchObject({ endsOn: soon(5) })
})

test('a license is cancelled before it starts', async () => {
  await take(license({ since: soon(20) }))
  expect((await submit([cancel(soon(5))])).statusCode).toBe(200)
  expect((await held())[0]).toMatchObject({ startsOn: soon(20), endsOn: soon(5) })
})

test.each([
  { item: 'Rejected', whole: 'Accepted', state: 'matched' },
  { item: 'Provisioned', whole: 'Rejected', state: 'toCheck' },
])(
  'a cancellation counts as its item: $item in an order that is $whole',
  async ({ item, whole, state }) => {
    const added = addedItem('10010', { ...names, userName: 'zoe', dateRequired: '2026-03-01' })
    await take(
      license({ since: '2026-01-01' }),
      order([{ ...cancel('2026-03-01'), status: item, statusReason: 'So.' }, added], {
        status: whole,
        statusReason: 'So.',
      }),
      bill('2026-05', { licenseId: `${accountId}-R` }),
    )
    expect((await held())[0]).toMatchObject({ endsOn: null })
    expect((await checked()).state).toBe(state)
  },
)

test('an item that added one license did not add others whose records name its order too', async () => {
  const added = addedItem('10010', { ...names, dateRequired: soon(2) })
  const { id } = (await submit([added])).json<{ id: number }>()
  const licenseOrderId = orderNumber(id)
  const [ann, zoe] = [`${accountId}-ANN`, `${accountId}-ZOE`]
  await take(
    license({ licenseId: ann, licenseOrderId }),
    license({ licenseId: zoe, licenseOrderId, userName: 'zoe' }),
  )
  const orders = async (licenseId: string) =>
    (await lia.get(`/api/license/held/${licenseId}`)).json<LicenseLife>().orders
  expect(await orders(ann)).toMatchObject([{ orderId: id, userName: 'ann' }])
  expect(await orders(zoe)).toEqual([])
})

const orderOne = async (item: object) => {
  const { id } = (await submit([item])).json<{ id: number }>()
  const { rows } = await portal.system.query<{ id: string }>(
    `select portal_id as id from license_order_line where order_id = ${id}`,
  )
  return { id, licenseId: rows[0]!.id }
}

test('what a license will cost is known from bills that name it by the id that the portal gave', async () => {
  const { id, licenseId } = await orderOne(addedItem('10010', { ...names, dateRequired: soon(2) }))
  await take(license({ since: '2026-01-01', licenseOrderId: orderNumber(id) }))
  const forecast = async (named: object) => {
    await take(bill(soon(0).slice(0, 7), { chargeType: 'recurring', total: '77.00', ...named }))
    const at = `/api/invoice/spend/forecast?companyFilter=${accountId}&currency=USD`
    return (await lia.get(at)).json<Forecast>()
  }
  const byPortal = await forecast({ licenseId })
  expect(byPortal.months[0]).toMatchObject({ amount: 77 })
  expect(await forecast({ licenseId: `${accountId}-R` })).toEqual(byPortal)
})

test('who ordered a charge is known from the id that the portal gave', async () => {
  const { id, licenseId } = await orderOne(addedItem('10010', { ...names, dateRequired: soon(2) }))
  await take(license({ licenseId, since: '2026-01-01' }), bill('2026-12', { licenseId }))
  const known = await checked()
  await take(license({ licenseId, since: '2026-01-01', licenseOrderId: orderNumber(id) }))
  expect(known).toEqual(await checked())
  expect(known.words).toMatch(/^Ordered by/)
})

const requested = async () =>
  (await lia.get('/api/license/differences')).json<RecordDifferences>().requested
const ordersOf = async (licenseId: string) =>
  (await lia.get(`/api/license/held/${licenseId}`)).json<LicenseLife>().orders

test('a license that runs before its order is submitted is what was ordered', async () => {
  const added = addedItem('10010', { ...names, dateRequired: soon(2) })
  await take(
    order([added], { status: 'Draft' }),
    license({ userName: null, licenseOrderId: `${accountId}-C` }),
  )
  expect(await ordersOf(`${accountId}-R`)).toEqual([])
  const [draft] = (await lia.get('/api/license')).json<{ id: number }[]>()
  const answer = await lia.send('PUT', `/api/license/${draft!.id}`, {
    payload: { user: { accountId }, data: { notes: '', lineItems: [added] }, isDraft: false },
  })
  expect(answer.statusCode).toBe(200)
  expect(await requested()).toEqual([])
  expect(await ordersOf(`${accountId}-R`)).toMatchObject([{ orderId: draft!.id }])
})

test('a license is what was ordered when the books say later what replaced its product', async () => {
  const ordered = `${accountId}-OLD`
  const product = { accountId: undefined, record: 'product', itemGroupName: 'Screens' }
  await take(
    { ...product, productId: ordered, description: 'Old' },
    order([addedItem(ordered, { ...names, dateRequired: '2026-03-01' })]),
    license({ licenseOrderId: `${accountId}-C` }),
  )
  expect(await requested()).toHaveLength(1)
  await take({ ...product, productId: ordered, description: 'Old', replacedBy: '10010' })
  expect(await requested()).toEqual([])
})

test.each([
  { correction: 'nothing', replacedBy: null, fits: 'OLD' },
  { correction: 'another product', replacedBy: '30010', fits: '30010' },
  { correction: 'a product that is gone', replacedBy: undefined, fits: 'OLD' },
])(
  'a license is not what was ordered once the books say that $correction replaced its product',
  async ({ replacedBy, fits }) => {
    const old = `${accountId}-OLD`
    const product = {
      accountId: undefined,
      record: 'product',
      itemGroupName: 'Screens',
      productId: old,
      description: 'Old',
    }
    const licenseOrderId = `${accountId}-C`
    await take(
      { ...product, replacedBy: '10010' },
      order([addedItem(old, { ...names, dateRequired: '2026-03-01' })]),
      license({ licenseOrderId }),
    )
    expect(await requested()).toEqual([])
    await take(
      replacedBy === undefined
        ? { accountId: undefined, record: 'delete', kind: 'product', key: old }
        : { ...product, replacedBy },
    )
    expect(await requested()).toHaveLength(1)
    const licenseId = `${accountId}-S`
    await take(license({ licenseId, licenseOrderId, productId: fits === 'OLD' ? old : fits }))
    expect(await requested()).toEqual([])
    expect(await ordersOf(licenseId)).toHaveLength(1)
    expect(await ordersOf(`${accountId}-R`)).toEqual([])
  },
)

test('a license that the books correct to another product is not what was ordered', async () => {
  const licenseOrderId = `${accountId}-C`
  const added = addedItem('10010', { ...names, dateRequired: '2026-03-01' })
  await take(order([added]), license({ licenseOrderId }))
  expect(await requested()).toEqual([])
  await take(license({ licenseOrderId, productId: '30010' }))
  expect(await requested()).toHaveLength(1)
  const licenseId = `${accountId}-S`
  await take(license({ licenseId, licenseOrderId }))
  expect(await requested()).toEqual([])
  expect(await ordersOf(licenseId)).toHaveLength(1)
  expect(await ordersOf(`${accountId}-R`)).toEqual([])
})

test('a license whose network is named later is what was ordered on it', async () => {
  const network = `${accountId}-NET`
  const two = ['ICE', 'Eurex'].map((networkName) =>
    addedItem('10010', { networkId: '', networkName, userName: 'ann', dateRequired: '2026-03-01' }),
  )
  await take(order(two), license({ networkId: network, licenseOrderId: `${accountId}-C` }))
  await take({ record: 'network', networkId: network, shortName: 'Eurex' })
  expect(await requested()).toMatchObject([{ networkName: 'ICE' }])
})

test('a change of a license that is not known adds one, with a life of its own', async () => {
  const changed = {
    ...addedItem('10010', { ...names, dateRequired: '2026-03-01' }),
    customerOrderRequestTypeId: requestTypes.change,
    oldUserName: 'zoe',
  }
  await take(order([changed]))
  const [only] = await held()
  expect(await ordersOf(only!.licenseId)).toMatchObject([{ userName: 'ann' }])
  await take(license({ userName: 'ben' }))
  expect(await requested()).toMatchObject([{ userName: 'ann' }])
  await take(license({ licenseOrderId: `${accountId}-C` }))
  expect(await requested()).toEqual([])
  expect(await ordersOf(`${accountId}-R`)).toMatchObject([{ userName: 'ann' }])
})

test.each(['portal', 'provider'])(
  'an ordered license is one license, also when it is cancelled by the id of the %s',
  async (whose) => {
    const ordered = await orderOne(addedItem('10010', { ...names, dateRequired: soon(2) }))
    await take(license({ licenseOrderId: orderNumber(ordered.id) }))
    expect(await held()).toMatchObject([{ licenseId: `${accountId}-R`, userName: 'ann' }])
    expect(await ordersOf(ordered.licenseId)).toMatchObject([{ orderId: ordered.id }])
    const licenseId = whose === 'portal' ? ordered.licenseId : `${accountId}-R`
    await take(order([{ ...cancel('2026-03-01'), licenseId }]))
    expect(await held()).toMatchObject([{ endsOn: '2026-03-01' }])
    expect(await differences()).toMatchObject([{ kind: 'stillRunning' }])
  },
)

test('an item of the books that adds a license, and names that of another item, is not part of its life', async () => {
  const ordered = await orderOne(addedItem('10010', { ...names, dateRequired: soon(2) }))
  const { licenseId } = ordered
  const added = addedItem('10010', { ...names, userName: 'ben', dateRequired: soon(2) })
  await take(order([{ ...added, licenseId }]), license({ licenseId }))
  expect(await ordersOf(licenseId)).toMatchObject([{ orderId: ordered.id }])
  expect(await requested()).toMatchObject([{ userName: 'ben' }])
})

test('a record that names the order by an id of the books describes its license once the books tell that id', async () => {
  const { id } = await orderOne(addedItem('10010', { ...names, dateRequired: soon(2) }))
  await take(license({ licenseOrderId: `${accountId}-C` }))
  expect(await requested()).toHaveLength(1)
  await take({ ...order([]), lineItems: undefined, orderId: orderNumber(id) })
  expect(await requested()).toEqual([])
})

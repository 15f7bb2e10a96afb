import { beforeEach, expect, test } from 'vitest'
import type { InvoiceAuthorization } from '@portal/domain/authorization/authorization.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { requestTypes } from '@portal/domain/licenses/request-types'
import type { Forecast } from '@portal/domain/spend/spend.schema'
import * as desk from '../../test/licenses/license-desk.ts'
import {
  accountId,
  add,
  held,
  idOf,
  lia,
  license,
  order,
  ordersOf,
  submit,
  take,
} from '../../test/licenses/license-desk.ts'
import { soon } from '../../test/portal/soon.ts'

// Orders and the provider's records about one license, in any order of arrival.

desk.licensePortal(['AccessLicenses', 'AccessInvoices'])

/** The license id that the books send. */
let licenseId: string
beforeEach(() => {
  licenseId = idOf('R')
})

const on = (dateRequired: string, productId = '10010') =>
  addedItem(productId, { ...desk.names('ann', 0), dateRequired })
const cancelOn = (dateRequired: string, of = licenseId) => ({
  ...desk.cancel('ann', 0, desk.chosen(of)),
  dateRequired,
})
const bill = (serviceMonth: string, named: object) => ({
  record: 'invoice',
  invoiceNumber: idOf('1'),
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
      salesPrice: 100,
      total: 100,
      ...named,
    },
  ],
})
const differences = async () => (await desk.differences()).differences
const requested = async () => (await desk.differences()).requested
const checked = async () => {
  const answer = await lia.get(`/api/invoice/details/${idOf('1')}/authorization`)
  return answer.json<InvoiceAuthorization>().lines[0]!
}
/** Orders a license, and returns the id that the portal gives to it. */
const orderOne = async (userName = 'ann') => {
  const { id } = await submit(add(userName))
  const [given] = await desk.itemsOf(id)
  return { id, licenseOrderId: orderNumber(id), licenseId: given! }
}

test('a license that was cancelled and runs again is not marked as cancelled, and can be cancelled again', async () => {
  await take(license('R', { since: '2026-01-01' }), order([cancelOn('2026-03-01')]))
  expect(await held()).toMatchObject([{ endsOn: '2026-03-01' }])
  expect(await differences()).toMatchObject([{ kind: 'stillRunning' }])
  await take(license('R', { since: '2026-01-01', until: '2026-02-28', status: 'Ended' }))
  expect(await held()).toEqual([])
  await take(license('R', { since: '2026-06-01', status: 'Active' }))
  expect(await held()).toMatchObject([{ startsOn: '2026-06-01', endsOn: null }])
  expect(await differences()).toEqual([])
  await submit(cancelOn(soon(5)))
  expect(await held()).toMatchObject([{ endsOn: soon(5) }])
})

test('a license is cancelled before it starts', async () => {
  await take(license('R', { since: soon(20) }))
  await submit(cancelOn(soon(5)))
  expect(await held()).toMatchObject([{ startsOn: soon(20), endsOn: soon(5) }])
})

test.each([
  { item: 'Rejected', whole: 'Accepted', state: 'matched' },
  { item: 'Provisioned', whole: 'Rejected', state: 'toCheck' },
])(
  'a cancellation counts as its item: $item in an order that is $whole',
  async ({ item, whole, state }) => {
    const items = [{ ...cancelOn('2026-03-01'), status: item, statusReason: 'So.' }, add('zoe')]
    await take(
      license('R', { since: '2026-01-01' }),
      order(items, { status: whole, statusReason: 'So.' }),
      bill('2026-05', { licenseId }),
    )
    expect((await held())[0]).toMatchObject({ endsOn: null })
    expect((await checked()).state).toBe(state)
  },
)

test('the future cost of a license is known from bills that name the license by the portal’s id', async () => {
  const ordered = await orderOne()
  await take(license('R', { since: '2026-01-01', otherLicenseIds: [ordered.licenseId] }))
  const forecast = async (named: string) => {
    const line = { licenseId: named, chargeType: 'recurring', total: '77.00' }
    await take(bill(soon(0).slice(0, 7), line))
    const at = `/api/invoice/spend/forecast?companyFilter=${accountId}&currency=USD`
    return (await lia.get(at)).json<Forecast>()
  }
  const byPortal = await forecast(ordered.licenseId)
  expect(byPortal.months[0]).toMatchObject({ amount: 77 })
  expect(await forecast(licenseId)).toEqual(byPortal)
})

test('the person who ordered a charge is known from the portal’s id', async () => {
  const { id: _, licenseOrderId: ordered, licenseId: given } = await orderOne()
  const record = license('R', { licenseId: given, since: '2026-01-01' })
  await take(record, bill('2026-12', { licenseId: given }))
  const known = await checked()
  await take({ ...record, licenseOrderId: ordered })
  expect(known).toEqual(await checked())
  expect(known.words).toMatch(/^Ordered by/)
})

test('a change of an unknown license adds a license with a separate history', async () => {
  const type = { customerOrderRequestTypeId: requestTypes.change }
  await take(order([{ ...on('2026-03-01'), ...type, oldUserName: 'zoe' }]))
  const [only] = await held()
  const ann = [{ userName: 'ann' }]
  expect(await ordersOf(only!.licenseId)).toMatchObject(ann)
  await take(license('R', { userName: 'ben' }))
  expect(await requested()).toMatchObject(ann)
  await take(license('R', { otherLicenseIds: [only!.licenseId] }))
  expect(await requested()).toEqual([])
  expect(await ordersOf(licenseId)).toMatchObject(ann)
})

test.each(['portal', 'provider'])(
  'an ordered license stays one license when it is cancelled by the id of the %s',
  async (whose) => {
    const ordered = await orderOne()
    await take(license('R', { otherLicenseIds: [ordered.licenseId] }))
    expect(await held()).toMatchObject([{ licenseId, userName: 'ann' }])
    expect(await ordersOf(ordered.licenseId)).toMatchObject([{ orderId: ordered.id }])
    const of = whose === 'portal' ? ordered.licenseId : licenseId
    await take(order([cancelOn('2026-03-01', of)]))
    expect(await held()).toMatchObject([{ endsOn: '2026-03-01' }])
    expect(await differences()).toMatchObject([{ kind: 'stillRunning' }])
  },
)

test('a license that ended and was ordered again is one license, ordered twice', async () => {
  const { id, licenseId: given } = await orderOne()
  await take(license('R', { licenseId: given }))
  await take(order([{ ...add('ann'), licenseId: given }]))
  expect(await ordersOf(given)).toMatchObject([{ userName: 'ann' }, { orderId: id }])
  expect(await requested()).toEqual([])
})

const none = { requested: [], differences: [] }

test('a record that has or names the id of the item is the ordered license', async () => {
  const first = await orderOne('ann')
  const second = await orderOne('ben')
  // Without records the portal knows only orders.
  expect(await desk.differences()).toEqual(none)
  await take(license('Z', { userName: 'zoe' }))
  const ben = { userName: 'ben', productName: 'TT Pro', status: 'Submitted', day: soon(2) }
  expect(await requested()).toMatchObject([
    { orderId: second.id, ...ben },
    { orderId: first.id, userName: 'ann' },
  ])
  await take(
    license('A', { licenseId: first.licenseId, userName: 'zoe' }),
    license('B', { userName: 'ben', otherLicenseIds: [second.licenseId] }),
  )
  expect(await desk.differences()).toEqual(none)
})

test('an addition that names its license is done, although another person now uses the license', async () => {
  const done = { status: 'Provisioned' }
  const { licenseId: other } = await orderOne('uma')
  await take(
    license('U', { userName: 'uma', otherLicenseIds: [other] }),
    license('R', { userName: 'zoe' }),
    order([on(soon(-9))], done),
  )
  expect(await differences()).toMatchObject([{ kind: 'notRunning', userName: 'ann' }])
  await take(order([{ ...on(soon(-9)), licenseId }], done))
  expect(await desk.differences()).toEqual(none)
})

test('a done change that the record does not show, and a cancelled license that still runs, are reported', async () => {
  const { change, cancel } = requestTypes
  const line = (name: string, type: number, more: object = {}) => ({
    ...add('new', -2),
    customerOrderRequestTypeId: type,
    licenseId: idOf(name),
    ...more,
  })
  const done = { status: 'Provisioned' }
  await take(
    ...['moved', 'open', 'refused', 'ended', 'kept'].map((name) =>
      license(name, { userName: name }),
    ),
    license('last', { userName: 'last', until: soon(5) }),
    order([
      line('moved', change, done),
      line('open', change),
      line('refused', change, { status: 'Rejected', statusReason: 'no' }),
      line('ended', cancel),
      line('kept', cancel, { dateRequired: soon(2) }),
      line('last', cancel, done),
    ]),
  )
  const found = (await differences()).map(({ kind, licenseId: id }) => `${kind} ${id}`)
  expect(found.sort()).toEqual([`notChanged ${idOf('moved')}`, `stillRunning ${idOf('ended')}`])
})

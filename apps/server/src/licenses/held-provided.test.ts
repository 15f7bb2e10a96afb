import { formatDay } from '@portal/domain/kernel/day'
import type { HeldLicense, LicenseLife } from '@portal/domain/licenses/held.schema'
import type {
  ItemFault,
  LicenseOrderDetails,
  LineItem,
} from '@portal/domain/licenses/licenses.schema'
import { addedItem, cancelledItem, changedItem } from '@portal/domain/licenses/line-items'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { givenCatalogue } from '../../test/catalogue.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { soon } from '../../test/soon.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

const portal = testPortal()
let count = 0
let accountId: string
let lia: Browser

beforeAll(async () => {
  await givenCatalogue(portal.system)
})

beforeEach(async () => {
  count += 1
  accountId = `HP${count}`
  await portal.given.company(accountId)
  await portal.given.user(`lia${count}@p.example`, accountId, ['AccessLicenses'])
  lia = await portal.signIn(`lia${count}@p.example`)
})

const record = (licenseId: string, more: object = {}) => ({
  record: 'license',
  licenseId: `${licenseId}-${count}`,
  accountId,
  productId: '10010',
  networkId: 'ICE',
  userName: 'ann',
  since: '2026-01-05',
  monthlyPrice: '1500.00',
  ...more,
})
const take = async (...records: object[]) => {
  const report = await importRecords(portal.system, [recordSource('books', records)])
  expect(report.rejected).toBe(0)
}
const held = async () => (await lia.get('/api/license/held?perPage=500')).json<HeldLicense[]>()
const life = (licenseId: string, who = lia) => who.get(`/api/license/held/${licenseId}-${count}`)
const submit = (...lineItems: LineItem[]) =>
  lia.post('/api/license', {
    payload: { user: { accountId }, data: { notes: '', lineItems }, isDraft: false },
  })
const names = (days: number, userName = 'ann') => ({
  networkId: 'ICE',
  networkName: 'ICE',
  userName,
  dateRequired: soon(days),
})

test('a license of another company and an unknown one are not found', async () => {
  await take(record('L'))
  await portal.given.company(`X${count}`)
  await portal.given.user(`far${count}@p.example`, `X${count}`, ['AccessLicenses'])
  const far = await portal.signIn(`far${count}@p.example`)
  expect((await life('L', far)).statusCode).toBe(404)
  expect((await life('M')).statusCode).toBe(404)
})

test('what runs by the records counts, and what was ordered only where there are none', async () => {
  await submit(addedItem('10010', names(1, 'ben')))
  expect(await held()).toMatchObject([{ userName: 'ben', isProvided: false, monthlyPrice: 1575 }])
  await take(
    record('L', { nextMonthlyPrice: '1600.00', nextPriceFrom: soon(30) }),
    record('OVER', { until: soon(-1) }),
    record('ENDED', { status: 'Ended' }),
    record('LAST', { until: soon(0), userName: 'cleo' }),
    record('HELD', { status: 'Suspended', userName: 'dan', since: null, networkId: 'N-9' }),
  )
  expect(await held()).toMatchObject([
    {
      userName: 'ann',
      networkName: 'ICE',
      isProvided: true,
      monthlyPrice: 1500,
      nextPrice: { from: soon(30), monthlyPrice: 1600 },
      endsOn: null,
      orderId: null,
    },
    { userName: 'cleo', endsOn: soon(1) },
    { userName: 'dan', networkName: 'N-9', isSuspended: true, startsOn: null },
  ])
})

test('a license that runs is cancelled once, by its id or by its names, and stays until the records end it', async () => {
  await take(record('L'), record('M', { userName: 'ben' }))
  const chosen = (licenseId: string, days: number, userName: string) =>
    cancelledItem('10010', names(days, userName), {
      licenseId: `${licenseId}-${count}`,
      coveredCompany: '',
    })
  expect((await submit(chosen('L', 0, 'ben'))).statusCode).toBe(409)
  expect((await submit(chosen('L', 0, 'ann'))).statusCode).toBe(200)
  expect((await submit(chosen('L', 0, 'ann'))).statusCode).toBe(409)
  expect((await submit(cancelledItem('10010', names(9, 'ben')))).statusCode).toBe(200)
  const orders = await held()
  expect(orders).toMatchObject([
    { userName: 'ann', endsOn: soon(0), asked: { type: 2, day: soon(0) } },
    { userName: 'ben', endsOn: soon(9), asked: { type: 2 } },
  ])
  // A rejected cancellation asks for nothing.
  const orderId = orders[0]!.asked!.orderId
  await take({
    record: 'licenseOrder',
    id: `O-${orderId}`,
    accountId,
    orderId: orderNumber(orderId),
    status: 'Rejected',
    statusReason: 'The contract runs until May.',
    createdDate: '2026-10-01',
  })
  expect(await held()).toMatchObject([{ endsOn: null, asked: null }, { endsOn: soon(9) }])
  await take(record('L', { status: 'Ended' }))
  expect((await held()).map(({ userName }) => userName)).toEqual(['ben'])
})

const change = (licenseId: string, from: string, to: string, network = '') =>
  changedItem(
    '10010',
    {
      ...names(3, to),
      networkId: '',
      networkName: network,
      oldNetworkName: network,
      oldUserName: from,
      ipAddress: '',
      oldIPAddress: '',
    },
    { licenseId: `${licenseId}-${count}`, coveredCompany: '' },
  )

test('a license without a network changes its user; one that has a network keeps it', async () => {
  await take(record('L', { networkId: null }), record('M', { userName: 'ben' }))
  const removes = await submit(change('M', 'ben', 'cleo'))
  expect([removes.statusCode, removes.json<{ message: string }>().message]).toEqual([
    409,
    'Item 1, TT Pro: The chosen license is now ICE · ben. Choose it from the list of your licenses again.',
  ])
  const answer = await submit(change('L', 'ann', 'cleo'), change('M', 'ben', 'cleo', 'ICE'))
  expect(answer.statusCode, answer.body).toBe(200)
  const { id, lineItems } = answer.json<LicenseOrderDetails>()
  expect(lineItems).toMatchObject([
    { networkName: '', oldNetworkName: '', userName: 'cleo', oldUserName: 'ann' },
    { networkName: 'ICE', oldNetworkName: 'ICE', userName: 'cleo', oldUserName: 'ben' },
  ])
  expect(await held()).toMatchObject([
    { networkName: '', asked: { orderId: id, type: 3 } },
    { networkName: 'ICE', asked: { orderId: id, type: 3 } },
  ])
})

test('a license that ended while it was in an unsent order is to be removed from it', async () => {
  await take(record('A'), record('B'), record('C'), record('STAYS'))
  await take(
    record('A', { status: 'Ended' }),
    record('B', { until: soon(-1) }),
    { record: 'delete', kind: 'license', key: `C-${count}` },
    record('STAYS', { until: soon(0) }),
  )
  const lineItems = ['A', 'B', 'C', 'STAYS'].map((one) => change(one, 'ann', 'cleo', 'ICE'))
  const check = await lia.post('/api/license/check', { payload: { lineItems } })
  const ended = 'This license has ended. Remove the item from the order.'
  expect(check.json<ItemFault[]>().map(({ words }) => words)).toEqual([
    ended,
    ended,
    'Your company does not hold the chosen license. Remove the item from the order. If the list of your licenses has it, choose it there again.',
    `This license already ends: its last day is ${formatDay(soon(0))}. Remove the item from the order.`,
  ])
})

test('the file has the last day of each license, or that it is cancelled and still active', async () => {
  const more = { productId: '10085' }
  await take(
    record('A', { ...more, until: soon(0) }),
    record('B', { ...more, status: 'Suspended' }),
    record('C', more),
    record('D', more),
  )
  const asOf = (licenseId: string, days: number) =>
    cancelledItem('10085', names(days), { licenseId: `${licenseId}-${count}`, coveredCompany: '' })
  expect((await submit(asOf('B', 0), asOf('C', 5))).statusCode).toBe(200)
  const { body } = await lia.get('/api/license/csv')
  const rows = body.replaceAll('"', '').split('\r\n').slice(0, -1)
  const since = record('').since
  expect(rows).toEqual(
    [
      'Since,Last Day,Status,Order,',
      `${since},${soon(0)},,,1500`,
      `${since},,Suspended; Cancelled, still active,,1500`,
      `${since},${soon(4)},,,1500`,
      `${since},,,,1500`,
    ].map((part) => expect.stringContaining(part)),
  )
})

test('the life of a license names its orders, and the invoices that the reader may see', async () => {
  const added = await submit(addedItem('10010', names(0)))
  const { id } = added.json<{ id: number }>()
  await take(record('L', { licenseOrderId: orderNumber(id) }))
  await submit(
    changedItem(
      '10010',
      {
        ...names(2, 'zoe'),
        oldNetworkName: 'ICE',
        oldUserName: 'ann',
        ipAddress: '',
        oldIPAddress: '',
      },
      { licenseId: `L-${count}`, coveredCompany: '' },
    ),
  )
  const invoice = (number: string, invoiceCategory: string) => ({
    record: 'invoice',
    accountId,
    invoiceNumber: `${number}-${count}`,
    date: '2026-11-01',
    amount: '30.00',
    balanceDue: '30.00',
    currencyIsoCode: 'USD',
    invoiceCategory,
    lineItems: [
      { productName: 'Pro', total: '10.00', licenseId: `L-${count}` },
      { productName: 'Tax', total: '20.00', licenseId: `L-${count}` },
    ],
  })
  await take(invoice('SEEN', 'Licenses'), invoice('HIDDEN', 'Other'))
  const found = (await life('L')).json<LicenseLife>()
  expect(found.orders).toMatchObject([
    { orderId: id, type: 1, status: 'Submitted', termsVersion: expect.any(String) },
    { type: 3, userName: 'zoe', day: soon(2) },
  ])
  expect(found.bills).toBeNull()
  await portal.given.user(
    `both${count}@p.example`,
    accountId,
    ['AccessLicenses', 'AccessInvoices'],
    ['Licenses'],
  )
  const both = await portal.signIn(`both${count}@p.example`)
  expect((await life('L', both)).json<LicenseLife>().bills).toEqual([
    { invoiceNumber: `SEEN-${count}`, date: '2026-11-01', total: 30, currencyIsoCode: 'USD' },
  ])
})

test('the license of an order has its life, too', async () => {
  await submit(addedItem('10010', names(0)))
  const [license] = await held()
  const { orders } = (await lia.get(`/api/license/held/${license!.licenseId}`)).json<LicenseLife>()
  expect(orders).toMatchObject([{ orderId: license!.orderId, type: 1 }])
})

import { formatDay } from '@portal/domain/kernel/day'
import type { LicenseLife } from '@portal/domain/licenses/held.schema'
import type { ItemFault, LineItem } from '@portal/domain/licenses/licenses.schema'
import { cancelledItem } from '@portal/domain/licenses/line-items'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { expect, test } from 'vitest'
import * as desk from '../../test/licenses/license-desk.ts'
import {
  add,
  cancel,
  chosen,
  held,
  idOf,
  lia,
  life,
  send,
  submit,
} from '../../test/licenses/license-desk.ts'
import { soon } from '../../test/portal/soon.ts'

desk.licensePortal()

const { take } = desk
const record = (name: string, more: object = {}) =>
  desk.license(name, { since: '2026-01-05', monthlyPrice: '1500.00', ...more })

test('licenses count by the records, and by orders only where there are no records', async () => {
  await submit(add('ben'))
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

test('a running license is cancelled once, by its id or by its names, and stays until the records end it', async () => {
  await take(record('L'), record('M', { userName: 'ben' }))
  const statuses: number[] = []
  for (const item of [
    cancel('ben', 0, chosen(idOf('L'))),
    cancel('ann', 0, chosen(idOf('L'))),
    cancel('ann', 0, chosen(idOf('L'))),
    cancel('ben', 9),
  ])
    statuses.push((await send([item])).statusCode)
  expect(statuses).toEqual([409, 200, 409, 200])
  const orders = await held()
  expect(orders).toMatchObject([
    { userName: 'ann', endsOn: soon(0), asked: { type: 2, day: soon(0) } },
    { userName: 'ben', endsOn: soon(9), asked: { type: 2 } },
  ])
  // A rejected cancellation is not shown as requested.
  const orderId = orderNumber(orders[0]!.asked!.orderId)
  const why = { status: 'Rejected', statusReason: 'The contract runs until May.' }
  await take(desk.order([], { orderId, ...why }))
  expect(await held()).toMatchObject([{ endsOn: null, asked: null }, { endsOn: soon(9) }])
  await take(record('L', { status: 'Ended' }))
  expect((await held()).map(({ userName }) => userName)).toEqual(['ben'])
})

const change = (name: string, from: string, to: string, network = 'ICE'): LineItem => ({
  ...desk.change(from, to, 3, chosen(idOf(name)), network),
  networkId: '',
})

test('a license without a network changes its user; one that has a network keeps it', async () => {
  await take(record('L', { networkId: null }), record('M', { userName: 'ben' }))
  const removes = await send([change('M', 'ben', 'cleo', '')])
  expect([removes.statusCode, removes.json<{ message: string }>().message]).toEqual([
    409,
    'Item 1, TT Pro: The chosen license is now ICE · ben. Choose it from the list of your licenses again.',
  ])
  const { id, lineItems } = await submit(change('L', 'ann', 'cleo', ''), change('M', 'ben', 'cleo'))
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
    { record: 'delete', accountId: undefined, kind: 'license', key: idOf('C') },
    record('STAYS', { until: soon(0) }),
  )
  const lineItems = ['A', 'B', 'C', 'STAYS'].map((one) => change(one, 'ann', 'cleo'))
  const check = await lia.post('/api/license/check', { payload: { lineItems } })
  const ended = 'This license has ended. Remove the item from the order.'
  expect(check.json<ItemFault[]>().map(({ words }) => words)).toEqual([
    ended,
    ended,
    'Your company does not hold the chosen license. Remove the item from the order. If the list of your licenses has it, choose it there again.',
    `This license already ends: its last day is ${formatDay(soon(0))}. Remove the item from the order.`,
  ])
})

test('the file has the last day of each license, or marks it as cancelled and still active', async () => {
  const more = { productId: '10085' }
  await take(
    record('A', { ...more, until: soon(0) }),
    record('B', { ...more, status: 'Suspended' }),
    record('C', more),
    record('D', more),
  )
  const asOf = (name: string, days: number) =>
    cancelledItem('10085', desk.names('ann', days), chosen(idOf(name)))
  await submit(asOf('B', 0), asOf('C', 5))
  const { body } = await lia.get('/api/license/csv')
  const rows = body.replaceAll('"', '').split('\r\n').slice(0, -1)
  expect(rows).toEqual(
    [
      'Since,Last Day,Status,Order,',
      `2026-01-05,${soon(0)},,,1500`,
      '2026-01-05,,Suspended; Cancelled, still active,,1500',
      `2026-01-05,${soon(4)},,,1500`,
      '2026-01-05,,,,1500',
    ].map((part) => expect.stringContaining(part)),
  )
})

test('the history of a license names its orders, and the invoices that the reader may see', async () => {
  const { id } = await submit(add('ann', 0))
  const [ordered] = await held()
  expect(await desk.ordersOf(ordered!.licenseId)).toMatchObject([{ orderId: id, type: 1 }])
  await take(record('L', { licenseOrderId: orderNumber(id) }))
  await submit(desk.change('ann', 'zoe', 2, chosen(idOf('L'))))
  const invoice = (invoiceCategory: string) => ({
    record: 'invoice',
    invoiceNumber: idOf(invoiceCategory),
    date: '2026-11-01',
    amount: '30.00',
    balanceDue: '30.00',
    currencyIsoCode: 'USD',
    invoiceCategory,
    lineItems: [
      { productName: 'Pro', total: '10.00', licenseId: idOf('L') },
      { productName: 'Tax', total: '20.00', licenseId: idOf('L') },
    ],
  })
  await take(invoice('Licenses'), invoice('Other'))
  expect((await life(idOf('L'))).json()).toMatchObject({
    orders: [
      { orderId: id, type: 1, status: 'Submitted', termsVersion: expect.any(String) },
      { type: 3, userName: 'zoe', day: soon(2) },
    ],
    bills: null,
  })
  expect((await life(idOf('L'), await desk.outsider())).statusCode).toBe(404)
  const both = await desk.person('both', ['AccessLicenses', 'AccessInvoices'])
  expect((await life(idOf('L'), both)).json<LicenseLife>().bills).toEqual([
    { invoiceNumber: idOf('Licenses'), date: '2026-11-01', total: 30, currencyIsoCode: 'USD' },
  ])
})

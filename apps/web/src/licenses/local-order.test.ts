import { addDays } from '@portal/domain/kernel/day'
import { addedItem, cancelledItem, defaultDay } from '@portal/domain/licenses/line-items'
import { expect, test } from 'vitest'
import { today } from '../kernel/today.ts'
import {
  dataOf,
  edited,
  emptyOrder,
  fromDraft,
  named,
  orderOf,
  parseOrder,
  rejectedItems,
  roomIn,
  withInHand,
  withItem,
  withItems,
  type Orders,
} from './local-order.ts'

const tom = { id: 'tom', accountId: 'A1' }
const tomForB = { id: 'tom', accountId: 'B1' }
const ann = { id: 'ann', accountId: 'A1' }
const entry = { networkId: '', networkName: 'Eurex', userName: 'x', dateRequired: '2026-11-22' }
const item = (sku: string) => addedItem(sku, entry)
const none: Orders = { order: undefined, others: [] }

test('each user has one order per company, and no order replaces another', () => {
  const toms = edited(withItems(emptyOrder(tom), [item('1')]))
  const forB = edited(withItems(emptyOrder(tomForB), [item('2')]))
  let orders = withInHand(none, toms)
  orders = withInHand(orders, forB)
  orders = withInHand(orders, emptyOrder(ann))
  expect(orders.order).toEqual(emptyOrder(ann))
  expect(orderOf(orders, tom)).toEqual(toms)
  expect(orderOf(orders, tomForB)).toEqual(forB)
  orders = withInHand(orders, orderOf(orders, tom))
  expect(orders).toEqual({ order: toms, others: [forB] })
})

test('an order that the server has is kept for the other tabs of its user, after those that it does not have', () => {
  const synced = { ...withItems(emptyOrder(tom), [item('1')]), revision: 3 }
  const forB = { ...emptyOrder(tomForB), revision: 5 }
  let orders = withInHand(withInHand(none, synced), forB)
  expect(orderOf(orders, tom)).toEqual(synced)
  const forC = edited(withItems(emptyOrder({ ...tom, accountId: 'C1' }), [item('2')]))
  orders = withInHand(withInHand(orders, forC), emptyOrder({ ...tom, accountId: 'D1' }))
  expect(orders.others).toEqual([forC, forB, synced])
  expect(withInHand(orders, emptyOrder(ann)).others).toEqual([forC])
})

test('a limited number of other orders is kept, the latest ones, and none of other users that the server has', () => {
  let orders = none
  for (let nth = 0; nth < 40; nth += 1)
    orders = withInHand(
      orders,
      edited(withItems(emptyOrder({ id: `u${nth}`, accountId: 'A1' }), [item('1')])),
    )
  expect(orders.others).toHaveLength(20)
  expect(orders.others[0]!.user.id).toBe('u38')
  const kept = withItems(emptyOrder(tom), [item('1')])
  orders = withInHand(withInHand(none, kept), emptyOrder(ann))
  expect(orders.others).toEqual([])
})

test('items are added with their notes, changed and removed', () => {
  const covering = (coveredCompany: string) => ({ ...item('4'), coveredCompany })
  let order = withItems(emptyOrder(tom), [item('1'), item('2'), covering('A'), covering('B')])
  order = withItems(order, [item('3')])
  expect(order.data.notes).toBe('Covered companies: A\nCovered companies: B')
  order = withItem(order, { place: 2, item: order.data.lineItems[2]! }, null)
  order = withItem(order, { place: 2, item: order.data.lineItems[2]! }, covering('C'))
  expect(order.data.notes).toBe('Covered companies: C')
  order = withItem(order, { place: 2, item: order.data.lineItems[2]! }, null)
  expect(order.data.notes).toBe('')
  order = withItem(order, { place: 1, item: order.data.lineItems[1]! }, item('9'))
  order = withItem(order, { place: 0, item: order.data.lineItems[0]! }, null)
  expect(order.data.lineItems.map(({ productSku }) => productSku)).toEqual(['9', '3'])
  expect(roomIn(order)).toBe(498)
})

test('an order gets its key with its first item, and keeps it', () => {
  let count = 0
  const newName = () => `name ${(count += 1)}`
  expect(named(emptyOrder(tom), newName)).toEqual(emptyOrder(tom))
  const order = named(withItems(emptyOrder(tom), [item('1')]), newName)
  expect(order.key).toBe('name 1')
  expect(named(withItems(order, [item('2')]), newName).key).toBe('name 1')
})

test('a stored order is read back unchanged; anything else is ignored', () => {
  const order = {
    ...edited({ ...withItems(emptyOrder(tom), [item('1')]), id: 7, version: 2 }),
    key: 'k',
    revision: 4,
  }
  expect(parseOrder(JSON.parse(JSON.stringify(order)))).toEqual(order)
  // Without the sync fields it counts as work that the server does not have.
  const { user, data } = order
  expect(parseOrder({ user, data })).toEqual({ user, data, revision: 0, isAhead: true })
  for (const wrong of [
    null,
    'text',
    {},
    { user: tom },
    { user: tom, data: { notes: 1, lineItems: [] } },
    { user: { id: 1, accountId: 'A' }, data: { notes: '', lineItems: [] } },
    { user: tom, data: { notes: '', lineItems: [{ productSku: '1' }] } },
    { user: tom, data: { notes: '', lineItems: [null] } },
  ])
    expect(parseOrder(wrong)).toBeUndefined()
})

test('an opened draft keeps only the fields of its items', () => {
  const saved = { ...cancelledItem('1', entry), id: 1, customerOrderId: 7, productName: 'TT Pro' }
  const details = {
    id: 7,
    status: 'Draft' as const,
    isDraft: true,
    createdDate: '',
    submittedDate: null,
    requestorName: '',
    accountName: '',
    crmId: '',
    notes: 'n',
    lineItemCount: 1,
    withdrawnCount: 0,
    productNames: [],
    version: 3,
    lineItems: [saved],
    steps: [],
    consent: null,
  }
  expect(fromDraft({ ...emptyOrder(tom), revision: 5, key: 'old' }, details)).toEqual({
    user: tom,
    data: { notes: 'n', lineItems: [cancelledItem('1', entry)] },
    id: 7,
    version: 3,
    revision: 5,
    isAhead: true,
  })
})

test('rejected items are ordered again without what was said of them, and not for a day that has passed', () => {
  const read = (product: string, more: object) => ({
    ...addedItem(product, { ...entry, dateRequired: '2020-01-31' }),
    id: product,
    customerOrderId: 7,
    productName: 'TT Pro',
    ...more,
  })
  const soon = addDays(today(), 40)
  const why = { statusDate: '2026-11-20T08:00:00Z', statusReason: 'No capacity.' }
  const lineItems = [
    read('1', { status: 'Rejected', ...why }),
    read('2', { status: 'Accepted', ...why }),
    read('3', {}),
    read('4', { status: 'Rejected', dateRequired: soon }),
  ]
  const again = (status: string) =>
    rejectedItems({ status, lineItems } as Parameters<typeof rejectedItems>[0])
  const first = addedItem('1', { ...entry, dateRequired: defaultDay(today()) })
  const later = addedItem('4', { ...entry, dateRequired: soon })
  expect(again('Accepted')).toEqual([first, later])
  expect(again('Rejected')).toEqual([first, { ...first, productSku: '3' }, later])
})

test('an imported draft with blanks and nulls becomes an order that can be stored and sent', () => {
  const details = {
    notes: '',
    lineItems: [
      { id: 'A-1', customerOrderId: 'LO', productName: '', networkName: null, dateRequired: null },
      {
        id: 2,
        customerOrderId: 3,
        productName: 'x',
        productSku: 40010,
        networkName: 'ICE',
        userName: null,
        dateRequired: '2026-12-01T00:00:00Z',
        customerOrderRequestTypeId: 2,
      },
    ],
  } as unknown as Parameters<typeof dataOf>[0]
  const data = dataOf(details)
  expect(data.lineItems).toEqual([
    {
      networkName: '',
      productSku: 'unknown',
      dateRequired: defaultDay(today()),
      customerOrderRequestTypeId: 1,
    },
    {
      networkName: 'ICE',
      productSku: '40010',
      userName: null,
      dateRequired: '2026-12-01',
      customerOrderRequestTypeId: 2,
    },
  ])
  expect(parseOrder({ user: tom, data })?.data).toEqual(data)
})

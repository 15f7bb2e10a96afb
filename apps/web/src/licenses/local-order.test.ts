import { addedItem, cancelledItem } from '@portal/domain/licenses/line-items'
import { expect, test } from 'vitest'
import {
  emptyOrder,
  fromDraft,
  named,
  orderOf,
  parseOrder,
  roomIn,
  withInHand,
  withItem,
  withItems,
  withoutItem,
  type Orders,
} from './local-order.ts'

const tom = { id: 'tom', accountId: 'A1' }
const tomForB = { id: 'tom', accountId: 'B1' }
const ann = { id: 'ann', accountId: 'A1' }
const entry = { networkId: '', networkName: 'Eurex', userName: 'x', dateRequired: '2026-11-22' }
const item = (sku: string) => addedItem(sku, entry)
const none: Orders = { order: undefined, others: [] }

test('everybody has an order of their own for each company, and nobody’s is replaced', () => {
  const toms = withItems(emptyOrder(tom), [item('1')], [])
  const forB = withItems(emptyOrder(tomForB), [item('2')], [])
  let orders = withInHand(none, toms)
  orders = withInHand(orders, forB)
  orders = withInHand(orders, emptyOrder(ann))
  expect(orders.order).toEqual(emptyOrder(ann))
  expect(orderOf(orders, tom)).toEqual(toms)
  expect(orderOf(orders, tomForB)).toEqual(forB)
  orders = withInHand(orders, orderOf(orders, tom))
  expect(orders).toEqual({ order: toms, others: [forB] })
})

test('only so many are set aside, the latest of them, and none that is empty', () => {
  let orders = none
  for (let nth = 0; nth < 40; nth += 1)
    orders = withInHand(
      orders,
      withItems(emptyOrder({ id: `u${nth}`, accountId: 'A1' }), [item('1')], []),
    )
  expect(orders.others).toHaveLength(20)
  expect(orders.others[0]!.user.id).toBe('u38')
  orders = withInHand(withInHand(none, emptyOrder(tom)), emptyOrder(ann))
  expect(orders.others).toEqual([])
})

test('items are added with their notes, changed and taken out', () => {
  let order = withItems(emptyOrder(tom), [item('1'), item('2')], ['Covered companies: A'])
  order = withItems(order, [item('3')], ['Covered companies: B'])
  expect(order.data.notes).toBe('Covered companies: A\nCovered companies: B')
  order = withItem(order, 1, item('9'))
  order = withoutItem(order, 0)
  expect(order.data.lineItems.map(({ productSku }) => productSku)).toEqual(['9', '3'])
  expect(roomIn(order)).toBe(498)
})

test('an order has its name from the first item on, and keeps it', () => {
  let count = 0
  const newName = () => `name ${(count += 1)}`
  expect(named(emptyOrder(tom), newName)).toEqual(emptyOrder(tom))
  const order = named(withItems(emptyOrder(tom), [item('1')], []), newName)
  expect(order.key).toBe('name 1')
  expect(named(withItems(order, [item('2')], []), newName).key).toBe('name 1')
})

test('what is stored is read back as it was; what is no order is none', () => {
  const order = { ...withItems(emptyOrder(tom), [item('1')], ['n']), id: 7, version: 2, key: 'k' }
  expect(parseOrder(JSON.parse(JSON.stringify(order)))).toEqual(order)
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

test('a draft that is opened keeps the fields of its items only', () => {
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
    version: 3,
    lineItems: [saved],
    consent: null,
  }
  expect(fromDraft(tom, details)).toEqual({
    user: tom,
    data: { notes: 'n', lineItems: [cancelledItem('1', entry)] },
    id: 7,
    version: 3,
  })
})

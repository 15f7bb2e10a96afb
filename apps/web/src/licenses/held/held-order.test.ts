import { extended, freeOf, nothingSelected, toggled } from '@portal/domain/kernel/selection'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { requestTypes } from '@portal/domain/licenses/request-types'
import { expect, test } from 'vitest'
import { heldRows } from './held-rows.ts'
import { nothingChanges } from '../item-entry.ts'
import {
  productsWithoutUser,
  sharedFaults,
  sharedForm,
  sharedItems,
  withIpAddress,
  type ChosenHeld,
} from './several-licenses.ts'

const day = '2026-11-25'
const product = (productId: string, itemGroupName = 'Trading Products'): Product => ({
  productId,
  productSku: productId,
  description: productId,
  itemGroupName,
  monthlyPrice: 1575,
  currencyIsoCode: 'USD',
  replacedBy: null,
})
const products = new Map([
  ['10010', product('10010')],
  ['30010', product('30010', 'Gateways')],
])
const license = (licenseId: string, changes: Partial<HeldLicense> = {}): HeldLicense => ({
  licenseId,
  orderId: 1,
  productSku: '10010',
  productName: 'TT Pro',
  itemGroupName: 'Trading Products',
  networkName: 'Eurex',
  userName: 'ann',
  ipAddress: '',
  coveredCompany: '',
  startsOn: '2026-01-05',
  endsOn: null,
  monthlyPrice: 1575,
  currencyIsoCode: 'USD',
  isListPrice: true,
  isProvided: false,
  isSuspended: false,
  nextPrice: null,
  asked: null,
  ...changes,
})
const held = [
  license('1'),
  license('2'),
  license('3', { userName: 'bob' }),
  license('4', { networkName: 'ICE' }),
  license('5', { productSku: '30010', userName: '', networkName: 'ICE' }),
  license('6', { endsOn: '2027-01-01' }),
  license('7', { productSku: 'gone' }),
]
const ids = held.map(({ licenseId }) => licenseId)
const networks = ['Eurex', 'ICE', 'CME'].map((name) => ({ networkId: name, shortName: name }))
const chosenOf = (licenses: readonly HeldLicense[]): ChosenHeld[] =>
  licenses.map((one) => ({ license: one, product: products.get(one.productSku)! }))

const cancelOf = (licenseId: string) => {
  const chosen = chosenOf(held.filter((one) => one.licenseId === licenseId))
  const result = sharedItems(chosen, sharedForm(chosen, day), 'cancel', [])
  if (typeof result === 'string') throw new Error(result)
  return result.items[0]!
}

test('the row of a license in the order is marked and cannot be selected until the item is removed', () => {
  const lineItems = ['1', '3', '2'].map(cancelOf)
  const rowOf = (items: readonly LineItem[], one: string) =>
    heldRows(held, products, items).find(({ licenseId }) => licenseId === one)!
  for (const item of lineItems) expect(item).toMatchObject(namesOf(item))
  expect(rowOf(lineItems, '3')).toMatchObject({ item: 2, refusal: expect.any(String) as string })
  expect(rowOf(lineItems, '4')).toMatchObject({ item: undefined, refusal: undefined })
  const isFree = (one: string) => rowOf(lineItems, one).refusal === undefined
  const selected = extended(toggled(nothingSelected, '1'), '7', ids)
  expect([...freeOf(selected, isFree).ids]).toEqual(['4', '5'])
  expect(rowOf(lineItems.toSpliced(1, 1), '3').refusal).toBeUndefined()
})

/** The fields that an item needs about its license, so that the order is accepted. */
function namesOf(item: LineItem) {
  const one = held.find(({ licenseId }) => licenseId === item.licenseId)!
  const { networkName, userName, productSku } = one
  return item.customerOrderRequestTypeId === requestTypes.change
    ? { productSku, oldNetworkName: networkName, oldUserName: userName }
    : { productSku, networkName, userName }
}

test('common values of all licenses are filled in; where values differ, each license keeps its own', () => {
  const chosen = chosenOf([held[0]!, held[2]!, held[3]!])
  const form = sharedForm(chosen, day)
  expect(form.entry).toMatchObject({ networkName: '', userName: '', requiredBy: '11/25/2026' })
  expect(sharedItems(chosen, form, 'change', networks)).toBe(nothingChanges)
  const moved = sharedItems(
    chosen,
    { ...form, entry: { ...form.entry, networkName: 'ICE' } },
    'change',
    networks,
  )
  if (typeof moved === 'string') throw new Error(moved)
  expect(moved.items.map((one) => [one.licenseId, one.networkName, one.userName])).toEqual([
    ['1', 'ICE', 'ann'],
    ['3', 'ICE', 'bob'],
  ])
  expect(moved.unchanged.map((one) => one.license.licenseId)).toEqual(['4'])
  expect(moved.items[0]).toMatchObject({ networkId: 'ICE', oldNetworkName: 'Eurex' })
})

test('an IP address is for gateways and for licenses that have one; the others keep none', () => {
  const gateway = license('9', { productSku: '30010', userName: '' })
  const addressed = license('10', { ipAddress: '192.0.2.1' })
  expect(withIpAddress(chosenOf([held[0]!, held[2]!]))).toEqual([])
  const chosen = chosenOf([held[0]!, gateway, addressed])
  const form = sharedForm(chosen, day)
  const entry = { ...form.entry, ipAddress: '192.0.2.7' }
  const result = sharedItems(chosen, { ...form, entry }, 'change', networks)
  if (typeof result === 'string') throw new Error(result)
  expect(result.items.map((one) => [one.licenseId, one.oldIPAddress, one.ipAddress])).toEqual([
    ['9', '', '192.0.2.7'],
    ['10', '192.0.2.1', '192.0.2.7'],
  ])
  expect(result.unchanged.map((one) => one.license.licenseId)).toEqual(['1'])
})

test('the values of a single license are filled in, and a missing one is an error', () => {
  const chosen = chosenOf([held[0]!])
  const form = sharedForm(chosen, day)
  expect(form.entry).toMatchObject({ networkName: 'Eurex', userName: 'ann' })
  expect(form.mixed.size).toBe(0)
  const blank = { ...form, entry: { ...form.entry, userName: ' ' } }
  expect(sharedFaults(chosen, blank, 'change')).toEqual({ userName: 'Please enter the user name.' })
  expect(sharedItems(chosen, blank, 'change', networks)).toBe(
    'Fill in all the fields to submit changes.',
  )
  const dateless = { ...form, entry: { ...form.entry, requiredBy: '2/30/2026' } }
  expect(sharedFaults(chosen, dateless, 'cancel')).toEqual({ requiredBy: 'Date input not valid.' })
})

test('a license without a network changes its user alone, beside others or as the only one', () => {
  const [noNetwork, noUser] = [license('8', { networkName: '' }), license('9', { userName: '' })]
  const becomes = (licenses: readonly HeldLicense[], values: object) => {
    const chosen = chosenOf(licenses)
    const form = sharedForm(chosen, day)
    const changed = { ...form, entry: { ...form.entry, ...values } }
    expect(sharedFaults(chosen, changed, 'change')).toEqual({})
    const result = sharedItems(chosen, changed, 'change', networks)
    if (typeof result === 'string') throw new Error(result)
    return result.items.map((one) => [
      `${one.oldNetworkName} ${one.oldUserName}`,
      `${one.networkName} ${one.userName}`,
    ])
  }
  expect(becomes([noNetwork], { userName: 'cleo' })).toEqual([[' ann', ' cleo']])
  expect(becomes([noNetwork, held[2]!], { userName: 'cleo' })).toEqual([
    [' ann', ' cleo'],
    ['Eurex bob', 'Eurex cleo'],
  ])
  expect(becomes([noUser, held[0]!], { networkName: 'ICE' })).toEqual([
    ['Eurex ', 'ICE '],
    ['Eurex ann', 'ICE ann'],
  ])
  // A network that a license has is not removed.
  const chosen = chosenOf([held[0]!])
  const form = sharedForm(chosen, day)
  const removed = { ...form, entry: { ...form.entry, networkName: '', userName: 'cleo' } }
  expect(sharedFaults(chosen, removed, 'change')).toEqual({
    networkName: 'Please select a network.',
  })
})

test('products of licenses without a user are named once; a single license can get its first user', () => {
  const gateway = license('9', { productName: 'ICE Gateway', userName: '' })
  const chosen = chosenOf([held[0]!, gateway, { ...gateway, licenseId: '10' }])
  expect(productsWithoutUser(chosen)).toEqual(['ICE Gateway'])
  expect(productsWithoutUser(chosenOf([gateway]))).toEqual([])
})

test('licenses with equal rows are distinguished by their ids', () => {
  const rows = heldRows(held, products, [])
  expect(rows.filter(({ looksAlike }) => looksAlike).map(({ licenseId }) => licenseId)).toEqual([
    '1',
    '2',
  ])
  expect(rows[5]!.refusal).toBe('This license is already cancelled, as of 01/01/2027.')
  expect(rows[6]!.refusal).toBe('This product is not in the catalog.')
})

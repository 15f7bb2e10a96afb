import type { Product } from '@portal/domain/licenses/licenses.schema'
import { expect, test } from 'vitest'
import {
  chosenOfItem,
  emptyEntry,
  entryFaults,
  entryOfItem,
  itemOf,
  kindOf,
  neededText,
  takenIn,
} from './item-entry.ts'
import { byGroup } from './items/product-groups.ts'

const product = (productId: string, itemGroupName: string, description = productId): Product => ({
  productId,
  productSku: productId,
  description,
  itemGroupName,
  monthlyPrice: null,
  currencyIsoCode: 'USD',
  replacedBy: null,
})
const pro = product('10010', 'Trading Products', 'TT Pro')
const gateway = product('30010', 'Gateways', 'CME Gateway')
const fees = product('20010', 'Subscription Service Fees')
const networks = [{ networkId: 'EUREX', shortName: 'Eurex' }]
const complete = { ...emptyEntry('11/22/2026'), networkName: 'Eurex', userName: 'ann' }

test('an empty form has an error for each required field', () => {
  expect(entryFaults(emptyEntry(), 'cancel', pro)).toEqual({
    networkName: 'Please select a network.',
    userName: 'Please enter the user name.',
    requiredBy: 'Date must be within the next 15 days.',
  })
  expect(entryFaults({ ...complete, requiredBy: '2/30/2026' }, 'cancel', pro)).toEqual({
    requiredBy: 'Date input not valid.',
  })
  expect(entryFaults({ ...complete, userName: ' ' }, 'add', gateway)).toEqual({})
  // Any valid date is accepted.
  expect(entryFaults({ ...complete, requiredBy: '3/1/2027' }, 'cancel', pro)).toEqual({})
})

test('a complete form becomes an item of its kind, and the item becomes the same form', () => {
  const cancelled = itemOf(complete, 'cancel', pro, networks)
  expect(cancelled).toMatchObject({ customerOrderRequestTypeId: 2, networkId: '', userName: 'ann' })
  const added = itemOf(complete, 'add', pro, networks)
  expect(added).toMatchObject({ networkId: 'EUREX', dateRequired: '2026-11-22' })
  const change = { ...complete, oldNetworkName: 'Eurex', oldUserName: 'bob' }
  const changed = itemOf(change, 'change', pro, networks)
  if (typeof changed === 'string') throw new Error(changed)
  expect(entryOfItem(changed)).toEqual(change)
  expect(kindOf(changed)).toBe('change')
  expect(itemOf({ ...change, oldUserName: 'ann' }, 'change', pro, networks)).toBe(
    'Change at least one of the values.',
  )
  expect(itemOf({ ...complete, networkName: '' }, 'add', pro, networks)).toBe(
    'Fill in all the fields to submit changes.',
  )
})

test('a described change needs the current values, and keeps those without a new value', () => {
  const described = { ...emptyEntry('11/22/2026'), oldNetworkName: 'Eurex', oldUserName: 'bob' }
  const empty = entryFaults(emptyEntry(), 'change', pro)
  expect(neededText(empty)).toBe('Still needed: current network, current user name, date.')
  expect(entryFaults(described, 'change', pro)).toEqual({})
  expect(neededText({})).toBe('')
  expect(itemOf(described, 'change', pro, networks)).toBe('Change at least one of the values.')
  const moved = { ...described, oldIPAddress: '10.0.0.1', userName: 'ann' }
  expect(itemOf(moved, 'change', pro, networks)).toMatchObject({
    networkId: 'EUREX',
    networkName: 'Eurex',
    oldNetworkName: 'Eurex',
    userName: 'ann',
    oldUserName: 'bob',
    ipAddress: '10.0.0.1',
    oldIPAddress: '10.0.0.1',
  })
})

test('the chosen license stays with its item', () => {
  const chosen = { licenseId: '41', coveredCompany: 'Northgate' }
  const unnamed = { ...emptyEntry('11/22/2026'), networkName: 'Gone' }
  expect(entryFaults(unnamed, 'cancel', pro, chosen)).toEqual({})
  const cancelled = itemOf(unnamed, 'cancel', pro, networks, chosen)
  if (typeof cancelled === 'string') throw new Error(cancelled)
  expect(cancelled).toMatchObject(chosen)
  expect(chosenOfItem(cancelled)).toEqual(chosen)
  expect(chosenOfItem({ ...cancelled, licenseId: '' })).toBeUndefined()
  expect([...takenIn([{ ...cancelled, licenseId: null }, cancelled])]).toEqual([['41', 2]])
})

test('products are found by name, number and group; trading products come first', () => {
  const all = [gateway, fees, pro]
  expect(byGroup(all, '').map(([name]) => name)).toEqual([
    'Trading Products',
    'Subscription Service Fees',
    'Gateways',
  ])
  expect(byGroup(all, 'gate')).toEqual([['Gateways', [gateway]]])
  expect(byGroup(all, '10010')).toEqual([['Trading Products', [pro]]])
  expect(byGroup(all, 'nothing')).toEqual([])
  expect(byGroup(all, '', 'Trading Products')).toEqual([['Trading Products', all]])
})

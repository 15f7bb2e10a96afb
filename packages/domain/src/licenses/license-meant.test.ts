import { expect, test } from 'vitest'
import type { HeldLicense } from './held.schema.ts'
import { licensesMeant } from './license-meant.ts'
import { cancelledItem } from './line-items.ts'

const license = (licenseId: string, more: Partial<HeldLicense> = {}): HeldLicense => ({
  licenseId,
  orderId: null,
  productSku: '30020',
  productName: 'FIX gateway',
  itemGroupName: 'Gateways',
  networkName: 'ICE',
  userName: '',
  ipAddress: '',
  coveredCompany: '',
  startsOn: '2026-02-01',
  endsOn: null,
  monthlyPrice: 100,
  currencyIsoCode: 'USD',
  isListPrice: false,
  isProvided: true,
  isSuspended: false,
  nextPrice: null,
  asked: null,
  ...more,
})
const products = new Map([['30020', { description: 'FIX gateway' }]])
const entry = { networkName: 'ice', userName: '', dateRequired: '2026-12-31' }
const typed = cancelledItem('30020', entry)
const chosen = cancelledItem('30020', entry, license('R1'))
const several = [
  'You hold 2 licenses of FIX gateway on ICE. Choose one from the list of your licenses.',
]

test.each([
  ['two that look alike', {}, []],
  ['another IP address', { ipAddress: '192.0.2.7' }, several],
  ['another first day', { startsOn: '2026-03-01' }, several],
  ['another company', { coveredCompany: 'North' }, several],
])('a typed cancellation matches the first ordered of equal licenses: %s', (_, more, words) => {
  const found = [license('R1'), license('R2', more)]
  const { items, faults } = licensesMeant([{ ...typed, networkName: 'ICE' }], { found, products })
  expect(faults.map((fault) => fault.words)).toEqual(words)
  expect(items[0]!.licenseId).toBe(words.length > 0 ? '' : 'R1')
})

test('a typed item never matches a license that another item names or that ends', () => {
  const found = [{ ...license('R1'), place: 1 }, license('R1'), license('R2'), license('R3')]
  const known = { found, products, taken: new Map([['R2', 7]]) }
  const { items, faults } = licensesMeant([typed, chosen], known)
  expect([faults, items.map(({ licenseId }) => licenseId)]).toEqual([[], ['R3', 'R1']])
  const ending = [license('R4', { endsOn: '2026-12-01' })]
  expect(licensesMeant([typed], { found: ending, products }).faults).toMatchObject([
    { item: 1, words: expect.stringContaining('This license already ends') },
  ])
})

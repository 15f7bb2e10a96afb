import fc from 'fast-check'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { LineItem } from './licenses.schema.ts'
import {
  addedItem,
  cancelledItem,
  changedItem,
  companyNames,
  platformNetwork,
  notesFollowing,
  subscriptionItems,
} from './line-items.ts'
import { requestTypeName } from './request-types.ts'
import { lineItemFault, type Offer } from './order-rules.ts'

const today = '2026-11-21'
const products = [
  { productId: '10010', itemGroupName: 'Trading Products' },
  { productId: '10085', itemGroupName: 'Trading Products' },
  { productId: '20010', itemGroupName: 'Subscription Service Fees' },
  { productId: '30010', itemGroupName: 'Gateways' },
]
const offer: Offer = {
  products: new Map(products.map((product) => [product.productId, product])),
  networks: [
    { networkId: 'N1', shortName: 'Eurex' },
    { networkId: 'N2', shortName: 'ICE' },
  ],
  heldNetworks: new Set(['Old Net']),
}

const name = fc.string({ unit: 'grapheme', maxLength: 40 })
const person = name.filter((text) => text.trim() !== '')
const network = fc.constantFrom(...offer.networks)
const product = fc.constantFrom('10010', '10085', '30010')
const dateRequired = fc.constantFrom(today, '2026-11-22', '2027-02-28')

test('every item that the forms build can be ordered and has exactly the fields of an item', () => {
  const item = fc.oneof(
    fc
      .record({ sku: product, network, userName: person, dateRequired })
      .map(({ sku, network: { networkId, shortName }, ...entry }) =>
        addedItem(sku, { networkId, networkName: shortName, ...entry }),
      ),
    fc
      .record({ sku: product, network, userName: person, dateRequired })
      .map(({ sku, network: { shortName }, ...entry }) =>
        cancelledItem(sku, { networkName: shortName, ...entry }),
      ),
    fc
      .record({ sku: product, network, userName: person, oldUserName: person, dateRequired })
      .filter(({ userName, oldUserName }) => userName.trim() !== oldUserName.trim())
      .map(({ sku, network: { networkId, shortName }, ...entry }) =>
        changedItem(sku, {
          networkId,
          networkName: shortName,
          oldNetworkName: 'Old Net',
          ipAddress: '',
          oldIPAddress: '',
          ...entry,
        }),
      ),
  )
  fc.assert(
    fc.property(item, (built) => {
      expect(lineItemFault(built, offer, today)).toBeUndefined()
      expect([...Value.Errors(LineItem, built)]).toEqual([])
    }),
  )
})

test('every name between commas becomes one item', () => {
  fc.assert(
    fc.property(
      fc.array(
        person.filter((text) => !text.includes(',')),
        { minLength: 1, maxLength: 20 },
      ),
      (names) => {
        const companies = companyNames(names.join(' , '))
        expect(companies).toEqual(names.map((one) => one.trim()))
        const lineItems = subscriptionItems('20010', companies, today)
        expect(lineItems).toHaveLength(names.length)
        for (const item of lineItems) expect(lineItemFault(item, offer, today)).toBeUndefined()
      },
    ),
  )
  expect(companyNames(' , ,')).toEqual([])
})

test('the generated lines of the notes follow the items; the text of a person stays', () => {
  const of = (...companies: string[]) => subscriptionItems('20010', companies, today)
  const line = (...companies: string[]) => companies.map((one) => `Covered companies: ${one}`)
  const notes = (...lines: string[]) => lines.join('\n')
  const mine = 'Please call before.'
  for (const [given, before, after, expected] of [
    ['', of(), of('A', 'B'), notes(...line('A', 'B'))],
    [mine, of(), of('A'), notes(mine, ...line('A'))],
    [notes(...line('A', 'B')), of('A', 'B'), of('B'), notes(...line('B'))],
    [notes(...line('A', 'B')), of('A', 'B'), of(), ''],
    // One of two items for the same company remains.
    [notes(...line('A', 'A')), of('A', 'A'), of('A'), notes(...line('A'))],
    // A line changed at its position.
    [notes(...line('A'), mine), of('A'), of('C'), notes(...line('C'), mine)],
    // A user edited or removed the line.
    [
      notes('Covered companies: A and B', mine),
      of('A'),
      of(),
      notes('Covered companies: A and B', mine),
    ],
    [mine, of('A', 'B'), of('B', 'A'), mine],
  ] as const)
    expect(notesFollowing(given, before, after)).toBe(expected)
  const [covering] = of('A')
  const cancelled = { ...covering!, customerOrderRequestTypeId: 2 as const }
  expect(notesFollowing(mine, [], [cancelled])).toBe(mine)
  expect(notesFollowing(mine, [cancelled], [])).toBe(mine)
})

test('an added item of a subscription names the platform; a cancelled one names only the license', () => {
  expect(subscriptionItems('20010', ['Bank'], today)[0]).toMatchObject({
    networkId: platformNetwork,
    networkName: platformNetwork,
    dateRequired: today,
    customerOrderRequestTypeId: 1,
    productSku: '20010',
    userName: '',
  })
  const cancelled = cancelledItem('10010', {
    networkName: 'Eurex',
    userName: ' ann ',
    dateRequired: today,
  })
  expect(Object.entries(cancelled).filter(([, value]) => value !== '')).toEqual(
    expect.arrayContaining([
      ['networkName', 'Eurex'],
      ['dateRequired', today],
      ['customerOrderRequestTypeId', 2],
      ['productSku', '10010'],
      ['userName', 'ann'],
    ]),
  )
  expect(Object.values(cancelled).filter((value) => value !== '')).toHaveLength(5)
})

const eurex = { networkId: 'N1', networkName: 'Eurex', userName: 'ann', dateRequired: today }
const change = { ...eurex, ipAddress: '', oldIPAddress: '', oldUserName: 'bob' }

const ofEurex = (changes: Partial<typeof eurex>) => addedItem('10010', { ...eurex, ...changes })
const platform = { networkId: 'TT Platform', networkName: 'TT Platform' }
const foreign = 'is not a network of your company.'

test.each([
  [addedItem('99999', eurex), 'productSku', 'This product cannot be ordered.'],
  [ofEurex({ networkName: 'Theirs' }), 'networkName', foreign],
  [ofEurex({ networkId: 'N2' }), 'networkId', 'another network'],
  [ofEurex({ userName: '  ' }), 'userName', 'The user name is missing.'],
  [ofEurex({ dateRequired: '2026-02-30' }), 'dateRequired', 'The date does not exist.'],
  [ofEurex({ dateRequired: '2026-11-19' }), 'dateRequired', 'Choose today or a later day.'],
  [ofEurex({ dateRequired: '2036-01-01' }), 'dateRequired', 'more than five years ahead.'],
  // A network that has ended is allowed only for a held license, and the platform only for a subscription.
  [ofEurex({ networkId: '', networkName: 'Old Net' }), 'networkName', foreign],
  [ofEurex(platform), 'networkName', foreign],
  [
    changedItem('10010', { ...change, oldUserName: 'ann', oldNetworkName: 'Eurex' }),
    'userName',
    'This changes nothing.',
  ],
  [changedItem('10010', { ...change, oldNetworkName: 'Theirs' }), 'oldNetworkName', foreign],
])('%j is refused at %s: %s', (item, field, words) => {
  const fault = { field, words: expect.stringContaining(words) as string }
  expect(lineItemFault(item, offer, today)).toEqual(fault)
})

test('gateways and the two FIX products need no user, also when they are cancelled', () => {
  for (const sku of ['10085', '30010'])
    for (const item of [
      addedItem(sku, { ...eurex, userName: '' }),
      cancelledItem(sku, { ...eurex, userName: '' }),
    ])
      expect(lineItemFault(item, offer, today)).toBeUndefined()
  expect(
    lineItemFault(cancelledItem('10010', { ...eurex, networkName: 'Old Net' }), offer, today),
  ).toBeUndefined()
})

test('the current values of a chosen license are not checked; the new values are', () => {
  const chosen = { licenseId: '41', coveredCompany: '' }
  const now = { ...eurex, networkName: 'Long Gone', userName: '' }
  expect(lineItemFault(cancelledItem('10010', now, chosen), offer, today)).toBeUndefined()
  const old = { oldNetworkName: 'Long Gone', oldUserName: '', ipAddress: '', oldIPAddress: '' }
  const becomes = changedItem('10010', { ...eurex, ...old }, chosen)
  expect(lineItemFault(becomes, offer, today)).toBeUndefined()
  expect(lineItemFault({ ...becomes, networkName: 'Theirs', networkId: '' }, offer, today)).toEqual(
    { field: 'networkName', words: 'Theirs is not a network of your company. Choose another.' },
  )
  expect(lineItemFault({ ...becomes, userName: ' ' }, offer, today)?.field).toBe('userName')
  // A license may keep a network that is no longer offered.
  const stays = { ...becomes, networkId: '', networkName: 'Old Net', oldNetworkName: 'Old Net' }
  expect(lineItemFault(stays, offer, today)).toBeUndefined()
  expect(
    lineItemFault({ ...addedItem('10010', eurex), licenseId: '41' }, offer, today)?.field,
  ).toBe('licenseId')
})

test('a change of a chosen license needs no value that the license does not have', () => {
  const none = { networkId: '', networkName: '', oldNetworkName: '', oldUserName: '' }
  const now = { ...change, ...none, userName: 'cleo' }
  const chosen = { licenseId: '41', coveredCompany: '' }
  expect(lineItemFault(changedItem('10010', now, chosen), offer, today)).toBeUndefined()
  const moves = { ...now, networkId: 'N1', networkName: 'Eurex', userName: '' }
  expect(lineItemFault(changedItem('10010', moves, chosen), offer, today)).toBeUndefined()
  // Removing a value is not such a change, and neither is a license that the user describes.
  const removes = { ...now, oldNetworkName: 'Eurex' }
  expect(lineItemFault(changedItem('10010', removes, chosen), offer, today)).toEqual({
    field: 'networkName',
    words: 'The network is missing. Choose one.',
  })
  expect(lineItemFault(changedItem('10010', now), offer, today)?.field).toBe('networkName')
  const nothing = {
    ...changedItem('10010', { ...now, userName: '' }, chosen),
    oldNetworkName: null,
  }
  expect(lineItemFault(nothing, offer, today)?.words).toMatch('This changes nothing.')
})

test('request types have the names of the screens', () => {
  expect([1, 2, 3, 7, null].map(requestTypeName)).toEqual(['Add', 'Cancel', '3 (Change)', '7', ''])
})

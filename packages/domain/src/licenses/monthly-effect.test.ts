import { expect, test } from 'vitest'
import { effectText, monthlyEffect, shownItems } from './monthly-effect.ts'

const products = new Map([
  ['pro', { description: 'Pro', monthlyPrice: 1575, currencyIsoCode: 'USD' }],
  ['data', { description: 'Data', monthlyPrice: 117.25, currencyIsoCode: 'EUR' }],
  ['free', { description: 'Free', monthlyPrice: null, currencyIsoCode: 'USD' }],
])
const licenses = new Map([
  ['listed', { monthlyPrice: 1575, currencyIsoCode: 'USD', isListPrice: true }],
  ['agreed', { monthlyPrice: 90, currencyIsoCode: 'EUR', isListPrice: false }],
  ['cheap', { monthlyPrice: 1500, currencyIsoCode: 'USD', isListPrice: false }],
  ['given', { monthlyPrice: 0, currencyIsoCode: 'USD', isListPrice: false }],
  ['unknown', { monthlyPrice: null, currencyIsoCode: 'USD', isListPrice: false }],
])
const add = (productSku: string) => ({ productSku, customerOrderRequestTypeId: 1, licenseId: '' })
const cancel = (licenseId: string, productSku = 'pro') => ({
  productSku,
  customerOrderRequestTypeId: 2,
  licenseId,
})
const change = { ...cancel('agreed'), customerOrderRequestTypeId: 3 }
type Item = ReturnType<typeof add>
const text = (...items: Item[]) => textWith(licenses, ...items)
const textWith = (held: typeof licenses, ...items: (Item & { dateRequired?: string })[]) =>
  effectText(monthlyEffect(items, shownItems(items, products, held)))

test('additions cost the list price, changes cost nothing', () => {
  expect(text(add('pro'), add('pro'))).toBe('+$3,150.00 a month at list prices')
  expect(text(change)).toBe('No change')
  expect(text(add('free'), add('gone'), change)).toBe('2 items without a known price')
})

test('a cancellation saves the price of the record, and the list price only if the record has none', () => {
  expect(text(cancel('agreed'))).toBe('\u2212€90.00 a month by our records')
  expect(text(cancel('given'))).toBe('$0.00 a month by our records')
  expect(text(cancel('listed'))).toBe('\u2212$1,575.00 a month at list prices')
  // The license is not held any more, or it is not known which license ends: the product's list price would be a guess.
  expect(text(cancel('gone'))).toBe('1 item without a known price')
  expect(text(cancel(''))).toBe('1 item without a known price')
  expect(text(cancel('unknown'))).toBe('1 item without a known price')
})

test('a cancellation for a day after an announced price saves the announced one', () => {
  const nextPrice = { from: '2027-01-01', monthlyPrice: 1625, currencyIsoCode: 'USD' }
  const raised = new Map([['cheap', { ...licenses.get('cheap')!, nextPrice }]])
  const saved = (dateRequired: string) => textWith(raised, { ...cancel('cheap'), dateRequired })
  expect(saved('2026-12-31')).toBe('\u2212$1,500.00 a month by our records')
  expect(saved('2027-01-01')).toBe('\u2212$1,625.00 a month by our records')
})

test('a figure from both kinds of prices is labeled, and currencies are never added', () => {
  expect(text(add('pro'), cancel('cheap'))).toBe('+$75.00 a month by our records and list prices')
  expect(text(add('pro'), cancel('agreed'), add('free'))).toBe(
    '+$1,575.00 a month at list prices, and \u2212€90.00 a month by our records, and 1 item without a known price',
  )
})

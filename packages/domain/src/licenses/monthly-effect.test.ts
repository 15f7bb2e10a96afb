import { expect, test } from 'vitest'
import { effectText, monthlyEffect } from './monthly-effect.ts'

const products = new Map([
  ['pro', { monthlyPrice: 1575, currencyIsoCode: 'USD' }],
  ['data', { monthlyPrice: 117.25, currencyIsoCode: 'EUR' }],
  ['free', { monthlyPrice: null, currencyIsoCode: 'USD' }],
])
const item = (productSku: string, customerOrderRequestTypeId: number, licenseId = '41') => ({
  productSku,
  customerOrderRequestTypeId,
  licenseId,
})
const text = (...items: ReturnType<typeof item>[]) => effectText(monthlyEffect(items, products))

test('additions cost, cancellations save, changes do neither', () => {
  expect(text(item('pro', 1), item('pro', 1))).toBe('+$3,150.00 a month')
  expect(text(item('pro', 2))).toBe('\u2212$1,575.00 a month')
  expect(text(item('pro', 1), item('pro', 2))).toBe('$0.00 a month')
  // Which license ends, if any, is not known yet.
  expect(text(item('pro', 2, ''))).toBe('No change')
  expect(text(item('pro', 3))).toBe('No change')
  expect(text(item('pro', 1), item('data', 2))).toBe(
    '+$1,575.00 a month, and \u2212€117.25 a month',
  )
  expect(text(item('free', 1), item('gone', 1), item('free', 3))).toBe(
    '2 items without a list price',
  )
})

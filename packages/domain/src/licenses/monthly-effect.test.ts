import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectText, monthlyEffect } from './monthly-effect.ts'

const products = new Map([
  ['pro', { monthlyPrice: 1575, currencyIsoCode: 'USD' }],
  ['data', { monthlyPrice: 117.25, currencyIsoCode: 'EUR' }],
  ['free', { monthlyPrice: null, currencyIsoCode: 'USD' }],
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
const text = (...items: Item[]) => effectText(monthlyEffect(items, products, licenses))

test('additions cost the list price, changes cost nothing', () => {
  expect(text(add('pro'), add('pro'))).toBe('+$3,150.00 a month at list prices')
  expect(text(change)).toBe('No change')
  expect(text(add('free'), add('gone'), change)).toBe('2 items without a known price')
})

test('a cancellation saves the price of the record, and the list price only if the record has none', () => {
  expect(text(cancel('agreed'))).toBe('\u2212€90.00 a month by our records')
  expect(text(cancel('given'))).toBe('$0.00 a month by our records')
  expect(text(cancel('listed'))).toBe('\u2212$1,575.00 a month at list prices')
  // Not held any more, or which license ends is not known yet: its product's list price would be a guess.
  expect(text(cancel('gone'))).toBe('1 item without a known price')
  expect(text(cancel(''))).toBe('1 item without a known price')
  expect(text(cancel('unknown'))).toBe('1 item without a known price')
})

test('a cancellation for a day after an announced price saves the announced one', () => {
  const nextPrice = { from: '2027-01-01', monthlyPrice: 1625, currencyIsoCode: 'USD' }
  const raised = new Map([['cheap', { ...licenses.get('cheap')!, nextPrice }]])
  const saved = (dateRequired: string) =>
    effectText(monthlyEffect([{ ...cancel('cheap'), dateRequired }], products, raised))
  expect(saved('2026-12-31')).toBe('\u2212$1,500.00 a month by our records')
  expect(saved('2027-01-01')).toBe('\u2212$1,625.00 a month by our records')
})

test('a figure from both says so, and currencies are never added', () => {
  expect(text(add('pro'), cancel('cheap'))).toBe('+$75.00 a month by our records and list prices')
  expect(text(add('pro'), cancel('agreed'), add('free'))).toBe(
    '+$1,575.00 a month at list prices, and \u2212€90.00 a month by our records, and 1 item without a known price',
  )
})

test('of any order each currency has the plain sum of its prices and the words of its sources', () => {
  const price = fc.option(fc.integer({ min: 0, max: 9_999_999 }))
  const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD')
  const decimals: Record<string, number> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 }
  const amount = (units: number | null, of: string) => units && units / 10 ** decimals[of]!
  const priced = fc.record({ units: price, currency })
  const book = fc.record({ product: priced, record: fc.option(priced) })
  const ordered = fc.record({
    type: fc.constantFrom(1, 2, 3),
    /** The place of its license in the books; beyond them: not held. */
    at: fc.nat(8),
  })
  fc.assert(
    fc.property(
      fc.array(book, { minLength: 1, maxLength: 7 }),
      fc.array(ordered, { maxLength: 30 }),
      (books, items) => {
        const catalogue = new Map(
          books.map(({ product: { units, currency: code } }, nth) => [
            `P${nth}`,
            { monthlyPrice: amount(units, code), currencyIsoCode: code },
          ]),
        )
        const held = new Map(
          books.map(({ product, record }, nth) => {
            const isListPrice = record?.units == null && product.units !== null
            const { units, currency: code } = record?.units == null ? product : record
            return [
              `L${nth}`,
              { monthlyPrice: amount(units, code), currencyIsoCode: code, isListPrice },
            ]
          }),
        )
        const effect = monthlyEffect(
          items.map(({ type, at }) => ({
            customerOrderRequestTypeId: type,
            productSku: `P${at}`,
            licenseId: type === 1 ? '' : `L${at}`,
          })),
          catalogue,
          held,
        )
        let unpriced = 0
        const sums: Record<string, { units: number; from: Set<string> }> = {}
        for (const { type, at } of items) {
          if (type === 3) continue
          const { product, record } = books[at] ?? {}
          const isRecorded = type === 2 && typeof record?.units === 'number'
          const { units, currency: code = '' } = (isRecorded ? record : product) ?? {}
          if (typeof units !== 'number') {
            unpriced += 1
            continue
          }
          sums[code] ??= { units: 0, from: new Set() }
          sums[code].units += type === 1 ? units : -units
          sums[code].from.add(isRecorded ? 'records' : 'list')
        }
        expect(effect.unpriced).toBe(unpriced)
        expect(
          Object.fromEntries(
            effect.totals.map((total) => [
              total.currencyIsoCode,
              [Math.round(total.amount * 10 ** decimals[total.currencyIsoCode]!), total.basis],
            ]),
          ),
        ).toEqual(
          Object.fromEntries(
            Object.entries(sums).map(([code, { units, from }]) => [
              code,
              [units, from.size === 2 ? 'both' : [...from][0]],
            ]),
          ),
        )
      },
    ),
  )
})

import { expect, test } from 'vitest'
import { expiryNotice, lastDayOf } from './card-expiry-notice.ts'

const card = (expirationMonth: number, expirationYear: number) => ({
  expirationMonth,
  expirationYear,
})

test('a card is good to the last day of its month, leap years and year ends too', () => {
  expect(lastDayOf(card(2, 2028))).toBe('2028-02-29')
  expect(lastDayOf(card(12, 2026))).toBe('2026-12-31')
  expect(lastDayOf(card(4, 2027))).toBe('2027-04-30')
})

test('the notice starts sixty days before that day', () => {
  expect(expiryNotice(card(1, 2027), '2026-12-01')).toBeUndefined()
  expect(expiryNotice(card(1, 2027), '2026-12-02')).toBe('soon')
  expect(expiryNotice(card(1, 2027), '2027-01-31')).toBe('soon')
  expect(expiryNotice(card(1, 2027), '2027-02-01')).toBe('expired')
})

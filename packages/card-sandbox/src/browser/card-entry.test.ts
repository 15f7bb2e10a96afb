import { expect, test } from 'vitest'
import { fieldGap, fieldProblem, formatExpiry, formatNumber, readExpiry } from './card-entry.ts'

const today = new Date(2026, 10, 21)
const entry = (more: object) => ({ number: '', expiry: '', cvc: '', postalCode: '', ...more })

test('numbers are grouped as they are printed on cards', () => {
  expect(formatNumber('4242424242424242')).toBe('4242 4242 4242 4242')
  expect(formatNumber('42424')).toBe('4242 4')
  expect(formatNumber('378282246310005')).toBe('3782 822463 10005')
  expect(formatNumber('36227206271667')).toBe('3622 720627 1667')
  expect(formatNumber('')).toBe('')
})

test('a month above one needs no zero, and the separator is added automatically', () => {
  expect(formatExpiry(readExpiry('5'))).toBe('05 / ')
  expect(formatExpiry(readExpiry('1'))).toBe('1')
  expect(formatExpiry(readExpiry('12 / 34'))).toBe('12 / 34')
})

test.each([
  ['number', '4242424242424241', 'Your card number is invalid.'],
  ['number', '4242', undefined],
  ['expiry', '1326', "Your card's expiration date is invalid."],
  ['expiry', '1225', "Your card's expiration year is in the past."],
  ['expiry', '1026', "Your card's expiration date is in the past."],
  ['expiry', '1126', undefined],
] as const)('%s %s: %s', (field, value, words) => {
  expect(fieldProblem(field, entry({ [field]: value }), today)?.message).toBe(words)
})

test.each([
  ['number', '37828224631000', 'Your card number is incomplete.'],
  ['number', '378282246310005', undefined],
  ['expiry', '12', "Your card's expiration date is incomplete."],
  ['cvc', '12', "Your card's security code is incomplete."],
  ['postalCode', '', 'Your postal code is incomplete.'],
] as const)('%s %s before its end: %s', (field, value, words) => {
  expect(fieldGap(field, entry({ [field]: value }))?.message).toBe(words)
})

test('the code on an American Express card has four digits', () => {
  const amex = entry({ number: '378282246310005', cvc: '123' })
  expect(fieldGap('cvc', amex)?.code).toBe('incomplete_cvc')
  expect(fieldGap('cvc', entry({ number: '4242424242424242', cvc: '123' }))).toBeUndefined()
})

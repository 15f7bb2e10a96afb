import { expect, test } from 'vitest'
import { isCurrentArea } from './current-area.ts'

test('INVOICES is marked on the list and on an invoice, STATEMENTS on a statement and while its dialog is open', () => {
  expect(isCurrentArea('/invoices', '/invoices', '')).toBe(true)
  expect(isCurrentArea('/invoices', '/invoices/detail/7', '')).toBe(true)
  expect(isCurrentArea('/invoices', '/invoices', '?statement=open')).toBe(false)
  expect(isCurrentArea('/invoices?statement=open', '/invoices', '?statement=open')).toBe(true)
  expect(isCurrentArea('/invoices?statement=open', '/invoices', '')).toBe(false)
  expect(isCurrentArea('/invoices?statement=open', '/invoices/statement', '')).toBe(true)
  expect(isCurrentArea('/invoices', '/invoices/statement', '')).toBe(false)
})

test('LICENSES is marked on the review of an order too', () => {
  expect(isCurrentArea('/licenses', '/license/review', '')).toBe(true)
  expect(isCurrentArea('/licenses', '/license', '')).toBe(false)
  expect(isCurrentArea('/invoices', '/license/review', '')).toBe(false)
})

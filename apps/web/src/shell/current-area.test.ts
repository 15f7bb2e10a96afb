import { expect, test } from 'vitest'
import { isCurrentArea } from './current-area.ts'

test('INVOICES is marked on the list and on an invoice, STATEMENTS on a statement', () => {
  expect(isCurrentArea('/invoices', '/invoices')).toBe(true)
  expect(isCurrentArea('/invoices', '/invoices/detail/7')).toBe(true)
  expect(isCurrentArea('/invoices', '/invoices/statement')).toBe(false)
  expect(isCurrentArea('/invoices/statement', '/invoices/statement')).toBe(true)
  expect(isCurrentArea('/invoices/statement', '/invoices')).toBe(false)
})

test('LICENSES is marked on the review of an order too', () => {
  expect(isCurrentArea('/licenses', '/license/review')).toBe(true)
  expect(isCurrentArea('/licenses', '/license')).toBe(false)
  expect(isCurrentArea('/invoices', '/license/review')).toBe(false)
})

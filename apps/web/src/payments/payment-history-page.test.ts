import { expect, test } from 'vitest'
import { entryTone, isLastPage, rangeText, receiptOf } from './payment-history-page.ts'

const entry = {
  id: '1',
  createdDate: '2026-11-21T12:00:00.000Z',
  userName: 'Paula Reyes',
  ipAddress: '127.0.0.1',
  entryType: 'Card Payment',
  description: 'Paid invoice INV-1: 100.00 USD',
  paymentId: 'p1',
}

test('a page says which entries it shows, and whether more come', () => {
  expect(rangeText(1, 200)).toBe('1–200')
  expect(rangeText(6, 34)).toBe('1,001–1,034')
  expect(rangeText(3, 0)).toBe('')
  expect(isLastPage(1, 0)).toBe(true)
  expect(isLastPage(1, 200)).toBe(true)
  expect(isLastPage(1, 201)).toBe(false)
  expect(isLastPage(2, 201)).toBe(true)
})

test('refunds and disputes do not look like payments', () => {
  const kinds = ['Card Payment', 'Refund', 'Dispute', 'Payment Failed', 'Card Added']
  expect(kinds.map(entryTone)).toEqual(['ok', 'accent', 'danger', 'warn', 'neutral'])
})

test('only a payment that succeeded has a receipt', () => {
  expect(receiptOf(entry)).toBe('p1')
  expect(receiptOf({ ...entry, paymentId: null })).toBeUndefined()
  expect(receiptOf({ ...entry, entryType: 'Refund' })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { entryTone, receiptOf } from './payment-history-page.ts'

const entry = {
  id: '1',
  createdDate: '2026-11-21T12:00:00.000Z',
  userName: 'Paula Reyes',
  ipAddress: '127.0.0.1',
  entryType: 'Card Payment',
  description: 'Paid invoice INV-1: 100.00 USD',
  paymentId: 'p1',
}

test('refunds and disputes do not look like payments', () => {
  const kinds = ['Card Payment', 'Refund', 'Dispute', 'Payment Failed', 'Card Added']
  expect(kinds.map(entryTone)).toEqual(['neutral', 'neutral', 'danger', 'warn', 'neutral'])
})

test('only a payment that succeeded has a receipt', () => {
  expect(receiptOf(entry)).toBe('p1')
  expect(receiptOf({ ...entry, paymentId: null })).toBeUndefined()
  expect(receiptOf({ ...entry, entryType: 'Refund' })).toBeUndefined()
})

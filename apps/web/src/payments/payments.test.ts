import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { expect, test } from 'vitest'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { sumsByCurrency, balancePrefix, balanceTitle } from './balance/aging-sums.ts'
import { answeredCount, batchSummary, batchTitle } from './batch/batch-progress.ts'
import { cardOnFile } from './cards/card-on-file.ts'
import { typeAndDue } from './autopay/planned-text.ts'

const buckets = {
  current: 0.1,
  '1-30': 0.2,
  '31-60': 0,
  '61-90': 0,
  '90+': 0,
  other: -0.05,
  total: 0.25,
}

test('aging adds networks up to the cent, each currency separately, USD first', () => {
  const sums = sumsByCurrency({
    subsidiaries: [
      {
        code: 'MTS-US',
        name: 'TT Platform',
        currencies: { EUR: { ...buckets, current: 9, total: 9.15 }, USD: buckets },
      },
      { code: 'MTS-EU', name: 'TT Platform', currencies: { USD: buckets } },
    ],
  })
  expect(sums.map(({ currency, totalCents }) => [currency, totalCents])).toEqual([
    ['USD', 50],
    ['EUR', 915],
  ])
  const parts = Object.values(sums[0]?.buckets ?? {}).reduce((sum, cents) => sum + cents, 0)
  expect(parts).toBe(50)
})

test('aging counts each currency in its own decimals and puts the largest sum first', () => {
  const currencies = {
    KWD: { ...buckets, current: 9.999, total: 10.149 },
    JPY: { ...buckets, current: 11, '1-30': 0, other: 0, total: 11 },
  }
  const sums = sumsByCurrency({ subsidiaries: [{ code: '', name: '', currencies }] })
  expect(sums.map(({ currency, totalCents }) => [currency, totalCents])).toEqual([
    ['JPY', 11],
    ['KWD', 10_149],
  ])
})

test('a row of the balance is named after its network and currency', () => {
  expect(`${balancePrefix} - ${balanceTitle('TT Platform', 'EUR')}`).toBe(
    'Balance Breakdown - TT Platform - EUR',
  )
  expect(`${balancePrefix} - ${balanceTitle('', 'USD')}`).toBe(
    'Balance Breakdown - No network - USD',
  )
  expect(`${balancePrefix} - ${balanceTitle('פלטפורמה', 'USD')}`).toBe(
    'Balance Breakdown - \u2068פלטפורמה\u2069 - USD',
  )
})

test('an invoice without a due date shows `no due date`, and one without a type starts with the date', () => {
  expect(typeAndDue({ invoiceType: 'License', dueDate: null })).toBe('License · no due date')
  expect(typeAndDue({ invoiceType: '', dueDate: '2026-12-01' })).toBe('due 12/01/2026')
})

test('both response types of the default card are read', () => {
  const card = { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2031 }
  expect(cardOnFile(card, '2026-11-21')).toEqual({
    brand: 'Visa',
    last4: '4242',
    expires: '04/2031',
    isExpired: false,
  })
  expect(cardOnFile({ ...card, expYear: 2026, expMonth: 10 }, '2026-11-21')?.isExpired).toBe(true)
  expect(cardOnFile({ ...card, expYear: 2026, expMonth: 11 }, '2026-11-21')?.isExpired).toBe(false)
  expect(cardOnFile({ data: null, message: 'No default card.' }, '2026-11-21')).toBeNull()
})

const batch: PaymentBatch = {
  id: 'b',
  isSelection: false,
  status: 'done',
  total: 3,
  paid: 3,
  pending: 0,
  paidAmount: 1234.5,
  currencyIsoCode: 'USD',
  failed: [],
  notTried: 0,
  stopped: null,
  question: null,
}
const failed = [{ invoiceNumber: 'INV-7', message: 'Your card was declined.' }]

test('a batch is only called successful when all of it was paid', () => {
  expect(batchTitle(batch)).toBe('Payment Successful')
  expect(batchTitle({ ...batch, paid: 2, failed })).toBe('2 of 3 invoices paid')
  expect(batchTitle({ ...batch, paid: 0, pending: 3 })).toBe('Payment Being Confirmed')
  expect(batchTitle({ ...batch, total: 1, paid: 0, failed })).toBe('Payment failed.')
  expect(batchSummary({ ...batch, paid: 2, failed })).toBe('2 of 3 paid ($1,234.50), 1 failed')
})

test('progress counts every outcome and never passes the end', () => {
  expect(answeredCount({ ...batch, status: 'running', paid: 1, failed })).toBe(2)
  expect(answeredCount({ ...batch, paid: 3, pending: 1 })).toBe(3)
})

test('every payment has its own key, which the server accepts', () => {
  const keys = Array.from({ length: 50 }, newIdempotencyKey)
  expect(new Set(keys).size).toBe(50)
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{8,100}$/)
})

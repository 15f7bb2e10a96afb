import { expect, test } from 'vitest'
import { cardPaymentRefusal, cardRefusals } from './card-payment.ts'
import { detailsFormat, detailsRefusal, summaryRefusal } from './downloads.ts'
import { statementRange, statementTexts } from './statement-range.ts'
import { invoiceStatus, isPending } from './status.ts'

test.each([
  [{ amountCents: 100, balanceDueCents: 1 }, 'Open'],
  [{ amountCents: -100, balanceDueCents: 1 }, 'Open'],
  [{ amountCents: 100, balanceDueCents: 0 }, 'Closed'],
  [{ amountCents: 0, balanceDueCents: 0 }, 'Closed'],
  [{ amountCents: -100, balanceDueCents: 0 }, 'Credit'],
  [{ amountCents: 100, balanceDueCents: -1 }, 'Credit'],
] as const)('%o is %s', (amounts, status) => {
  expect(invoiceStatus(amounts)).toBe(status)
})

test('only a charged invoice with a balance due is pending', () => {
  expect(isPending({ hasBeenCharged: true, balanceDueCents: 1 })).toBe(true)
  expect(isPending({ hasBeenCharged: true, balanceDueCents: 0 })).toBe(false)
  expect(isPending({ hasBeenCharged: false, balanceDueCents: 1 })).toBe(false)
})

const open = { hasBeenCharged: false, isOnHold: false, balanceDueCents: 100, currency: 'USD' }

test.each([
  [open, undefined],
  [{ ...open, balanceDueCents: 5_000_000 }, undefined],
  [{ ...open, balanceDueCents: 5_000_001 }, cardRefusals.limit],
  [{ ...open, hasBeenCharged: true }, cardRefusals.charged],
  [{ ...open, balanceDueCents: 0 }, cardRefusals.charged],
  [{ ...open, balanceDueCents: -1 }, cardRefusals.charged],
  [{ ...open, currency: 'EUR' }, cardRefusals.currency],
  [{ ...open, hasBeenCharged: true, isOnHold: true }, cardRefusals.onHold],
  [{ ...open, balanceDueCents: 50 }, undefined],
  [{ ...open, balanceDueCents: 49 }, cardRefusals.minimum],
  [{ ...open, balanceDueCents: 1 }, cardRefusals.minimum],
])('%o: %s', (invoice, refusal) => {
  expect(cardPaymentRefusal(invoice, 5_000_000)).toBe(refusal)
})

const file = { source: 'Other', isLateFee: false, hasPdf: true, hasXls: true }

test.each([
  [file, undefined, undefined],
  [{ ...file, source: 'Netsuite' }, 'Not Available', 'Not Available'],
  [{ ...file, hasPdf: false }, 'Not Available', undefined],
  [{ ...file, hasXls: false }, undefined, 'Not Available'],
  [{ ...file, isLateFee: true }, undefined, 'Not available for Late Fee invoices'],
  [
    { ...file, isLateFee: true, source: 'Netsuite' },
    'Not Available',
    'Not available for Late Fee invoices',
  ],
])('files of %o', (invoice, summary, details) => {
  expect([summaryRefusal(invoice), detailsRefusal(invoice)]).toEqual([summary, details])
})

test('details are CSV for Salesforce and a spreadsheet for all others', () => {
  expect(['Salesforce', 'Other', ''].map((source) => detailsFormat({ source }))).toEqual([
    'CSV',
    'XLS',
    'XLS',
  ])
})

test('a statement has two existing days in order', () => {
  expect(statementRange('11/1/26', '11/1/26')).toEqual({ from: '2026-11-01', to: '2026-11-01' })
  expect(statementRange('11/1/08', '11/1/26')).toEqual({ from: '2008-11-01', to: '2026-11-01' })
  for (const [start, end] of [
    ['11/2/26', '11/1/26'],
    ['2/30/26', '3/1/26'],
  ])
    expect(statementRange(start, end)).toEqual({ refusal: statementTexts.invalid })
  for (const [start, end] of [
    [undefined, '11/1/26'],
    ['11/1/26', ' '],
  ])
    expect(statementRange(start, end)).toEqual({ refusal: statementTexts.missing })
})

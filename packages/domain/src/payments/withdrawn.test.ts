import { expect, test } from 'vitest'
import type { InvoiceMoney } from './owed.ts'
import { keptCents, looksLikeSuccessor, type Issued, type Kept } from './withdrawn.ts'

const money = (amountCents: number, more: object = {}): InvoiceMoney => ({
  record: { amountCents, balanceCents: 0 },
  payments: [{ id: 'p1', netCents: 100, isPosted: true }],
  elsewhere: {},
  ...more,
})

test('money paid for a withdrawn invoice is kept until it is returned, or another invoice contains it', () => {
  expect(keptCents(money(0))).toBe(100)
  expect(keptCents(money(-5))).toBe(100)
  expect(keptCents(money(100))).toBe(0)
  expect(keptCents(money(0, { elsewhere: { p1: 30 } }))).toBe(70)
  const payments = [30, -20].map((netCents, nth) => ({ id: `p${nth}`, netCents, isPosted: true }))
  expect(keptCents(money(0, { payments }))).toBe(30)
  // Books that name payments apply the money themselves, see `notAppliedCents`.
  const record = { amountCents: 0, balanceCents: 0, portalPayments: {} }
  expect(keptCents(money(0, { record }))).toBe(0)
})

const invoice = (is: Partial<Issued> = {}): Issued => ({
  invoiceId: '12',
  invoiceNumber: 'INV-8',
  categoryId: 1,
  currency: 'USD',
  month: '2026-11',
  amountCents: 100,
  ...is,
})
const kept: Kept = {
  ...invoice({ invoiceId: '9', invoiceNumber: 'INV-7', amountCents: 0 }),
  keptCents: 100,
  at: new Date(0),
}

const cases: readonly (readonly [what: string, is: Partial<Issued>, looksLike: boolean])[] = [
  ['the kept amount in its month', {}, true],
  ['another amount', { amountCents: 90 }, false],
  ['the same amount of another month, as recurring bills have', { month: '2026-12' }, false],
  ...['INV-7-R', 'inv-7/2', 'INV-7R', 'R-INV-7', 'INV-7 (2)'].map(
    (invoiceNumber) =>
      [
        `${invoiceNumber} of any amount and month`,
        { invoiceNumber, amountCents: 90, month: '2026-12' },
        true,
      ] as const,
  ),
  ...['INV-70', 'INV-71-R', 'XINV-7', 'INV-6', 'INV-'].map(
    (invoiceNumber) => [invoiceNumber, { invoiceNumber, amountCents: 90 }, false] as const,
  ),
  ['one of another currency', { currency: 'EUR', invoiceNumber: 'INV-7-R' }, false],
  ['one that its readers may not see', { categoryId: 2, invoiceNumber: 'INV-7-R' }, false],
  ['one that was there before', { invoiceId: '8', invoiceNumber: 'INV-7-R' }, false],
  ['one that arrived before an id had more digits', { invoiceId: '10' }, true],
]

test.each(cases)('a successor, or not: %s', (_, is, looksLike) => {
  expect(looksLikeSuccessor(invoice(is), kept)).toBe(looksLike)
})

type Rule = typeof looksLikeSuccessor
const wrongRules: Record<string, Rule> = {
  'any later invoice': (one) => BigInt(one.invoiceId) > 9n,
  'the same amount': (one) => one.amountCents === kept.keptCents,
  'the number only': (one) => one.invoiceNumber.startsWith('INV-7-'),
  'whatever the currency': (one, of) => looksLikeSuccessor({ ...one, currency: 'USD' }, of),
  'whatever the category': (one, of) => looksLikeSuccessor({ ...one, categoryId: 1 }, of),
  'ids compared as text': (one, of) => one.invoiceId > of.invoiceId && looksLikeSuccessor(one, of),
  'also an earlier one': (one, of) => looksLikeSuccessor({ ...one, invoiceId: '99' }, of),
}

test.each(Object.entries(wrongRules))('the cases find the wrong rule: %s', (_, rule) => {
  const isFound = cases.some(([, is, looksLike]) => rule(invoice(is), kept) !== looksLike)
  expect(isFound).toBe(true)
})

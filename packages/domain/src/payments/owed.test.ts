import { expect, test } from 'vitest'
import {
  chargeableCents,
  isStale,
  notAppliedCents,
  owed,
  type BooksRecord,
  type InvoiceMoney,
} from './owed.ts'

const paid = (netCents: number, id = 'p1') => ({ id, netCents, isPosted: true })
const money = (
  amountCents: number,
  balanceCents: number,
  more: Partial<InvoiceMoney> & Pick<BooksRecord, 'portalPayments'> = {},
): InvoiceMoney => {
  const { portalPayments, payments = [], elsewhere = {} } = more
  const record = { amountCents, balanceCents, ...(portalPayments && { portalPayments }) }
  return { record, payments, elsewhere }
}

test('without a payment the balance is owed', () => {
  expect(owed(money(100, 100))).toEqual({ cents: 100 })
  expect(owed(money(100, -20, { portalPayments: {} }))).toEqual({ cents: -20 })
})

test('B1: paid 90 and 10 of 100, and the books show 100 again: nothing is owed', () => {
  const payments = [paid(90), paid(10, 'p2')]
  expect(owed(money(100, 100, { payments, portalPayments: {} }))).toEqual({ cents: 0 })
  const contained = { p1: 90, p2: 10 }
  expect(owed(money(100, 0, { payments, portalPayments: contained }))).toEqual({ cents: 0 })
  // A clerk corrects the books and temporarily removes one payment from the invoice.
  expect(owed(money(100, 10, { payments, portalPayments: { p1: 90 } }))).toEqual({ cents: 0 })
})

test('B1: an old file changes nothing', () => {
  expect(isStale(5, 7)).toBe(true)
  expect(isStale(7, 7)).toBe(false)
  expect(isStale(9, 7)).toBe(false)
  expect(isStale(undefined, undefined)).toBe(false)
  // After the books have sent records with a time, the order of a record without one is unknown.
  expect(isStale(undefined, 7)).toBe(true)
})

test('B2: paid 98, then the books raise the invoice: the rest is owed', () => {
  const payments = [paid(9_800)]
  const raised = money(15_000, 5_200, { payments, portalPayments: { p1: 9_800 } })
  expect(owed(raised)).toEqual({ cents: 5_200 })
  const unseen = money(15_000, 15_000, { payments, portalPayments: {} })
  expect(owed(unseen)).toEqual({ cents: 5_200 })
})

test('B3: after a refund only the amount that the books demand is payable', () => {
  const contained = { payments: [paid(0)], portalPayments: { p1: 100 } }
  expect(owed(money(100, 0, contained))).toEqual({ cents: 0 })
  const taken = { payments: [paid(0)], portalPayments: { p1: 0 } }
  expect(owed(money(100, 100, taken))).toEqual({ cents: 100 })
})

test('a payment that the books contain in parts, or in another invoice, counts once', () => {
  const payments = [paid(100)]
  const half = { p1: 50 }
  expect(owed(money(100, 50, { payments, portalPayments: half }))).toEqual({ cents: 0 })
  const moved = money(100, 100, { payments, portalPayments: {}, elsewhere: { p1: 100 } })
  expect(owed(moved)).toEqual({ cents: 100 })
})

test('a payment that no record contains is being posted', () => {
  const payments = [{ ...paid(40), isPosted: false }]
  expect(owed(money(100, 100, { payments, portalPayments: {} }))).toEqual({
    cents: 0,
    waits: 'posting',
  })
  expect(owed(money(100, 60, { payments, portalPayments: { p1: 40 } }))).toEqual({ cents: 60 })
})

test('if the books name no payments, only a balance of zero or less is trusted after a payment', () => {
  const payments = [paid(40)]
  expect(owed(money(100, 60, { payments }))).toEqual({ cents: 0, waits: 'posting' })
  expect(owed(money(100, 0, { payments }))).toEqual({ cents: 0 })
  expect(owed(money(100, 100, { payments: [paid(0)] }))).toEqual({ cents: 100 })
})

test('an invoice whose records break the invariant is on hold', () => {
  // The books contain a balance that neither the amount nor the contained payments explain.
  const odd = money(100, 100, { payments: [paid(100)], portalPayments: { p1: 100 } })
  expect(chargeableCents(odd)).toBe(100)
  expect(owed(odd)).toEqual({ cents: 100 })
  const contained = { p1: 50, p2: -50 }
  const wrong = money(100, 100, { payments: [paid(50)], portalPayments: contained })
  expect(chargeableCents(wrong)).toBe(50)
  expect(owed(wrong)).toEqual({ cents: 0, waits: 'onHold' })
})

test('a payment in no record, whose invoice no longer needs it, is not applied yet', () => {
  const payments = [paid(100)]
  const left = (balance: number, more: Parameters<typeof money>[2]) =>
    notAppliedCents(money(100, balance, { payments, portalPayments: {}, ...more }))
  expect(left(100, {})).toBe(0)
  // The invoice was credited in full and issued again under another number; or credited in part.
  expect(left(0, {})).toBe(100)
  expect(left(-20, {})).toBe(100)
  expect(left(40, {})).toBe(60)
  // This or another invoice contains the payment, maybe in part, because a fee may have been deducted.
  expect(left(0, { portalPayments: { p1: 97 } })).toBe(0)
  expect(left(0, { elsewhere: { p1: 100 } })).toBe(0)
  // The payment was refunded; or the books name no payments.
  expect(left(0, { payments: [paid(0)] })).toBe(0)
  expect(notAppliedCents(money(100, 0, { payments }))).toBe(0)
})

test('a payment that another company’s record names holds the invoice until a person decides', () => {
  const unclear = [{ ...paid(100), isInOtherCompany: true }]
  for (const named of [{}, { portalPayments: {} }])
    expect(owed(money(100, 100, { payments: unclear, ...named }))).toEqual({
      cents: 0,
      waits: 'onHold',
    })
  expect(notAppliedCents(money(100, 0, { payments: unclear, portalPayments: {} }))).toBe(0)
  const released = { payments: [paid(100)], portalPayments: {}, elsewhere: { p1: 100 } }
  expect(owed(money(100, 100, released))).toEqual({ cents: 100 })
  expect(chargeableCents(money(100, 100, { ...released, payments: [paid(0)] }))).toBe(100)
})

test('amounts of two currencies are never subtracted: the invoice is on hold', () => {
  const payments = [{ ...paid(100), isOtherCurrency: true }]
  for (const named of [{}, { portalPayments: {} }, { portalPayments: { p1: 100 } }]) {
    expect(owed(money(110, 110, { payments, ...named }))).toEqual({ cents: 0, waits: 'onHold' })
    const refunded = [{ ...payments[0]!, netCents: 0 }]
    expect(owed(money(110, 110, { payments: refunded, ...named })).cents).toBe(110)
  }
})

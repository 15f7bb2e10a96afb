import { expect, test } from 'vitest'
import { notPaidReason, payableText } from './selected-payment.ts'

const open = {
  hasBeenCharged: false,
  isOnHold: false,
  balanceDueCents: 1000,
  currency: 'USD',
  hasMoneyBack: false,
  isAnnounced: false,
}

test('an invoice of a selection is paid with the others if a card can pay it and it has no refund', () => {
  const reason = (more: Partial<typeof open>) => notPaidReason({ ...open, ...more }, 5000)
  expect(reason({})).toBeUndefined()
  expect(reason({ balanceDueCents: 5000 })).toBeUndefined()
  expect(reason({ balanceDueCents: 5001 })).toBe('above the limit for cards')
  expect(reason({ balanceDueCents: 49 })).toBe('below $0.50')
  expect(reason({ balanceDueCents: 0 })).toBe('nothing to pay now')
  expect(reason({ hasBeenCharged: true })).toBe('nothing to pay now')
  expect(reason({ isOnHold: true })).toBe('being reconciled')
  expect(reason({ currency: 'EUR' })).toBe('not in USD')
  expect(reason({ hasMoneyBack: true })).toBe('refunded or disputed')
  expect(reason({ isAnnounced: true })).toBe('transfer announced')
})

test('the bar shows how many can be paid, and why the others cannot', () => {
  const [eur, paid] = ['not in USD', 'nothing to pay now']
  expect(payableText([undefined])).toBe('It can be paid by card.')
  expect(payableText([undefined, undefined])).toBe('All can be paid by card.')
  expect(payableText([eur])).toBe('It cannot be paid by card: not in USD.')
  expect(payableText([eur, eur])).toBe('None can be paid by card: not in USD.')
  expect(payableText([undefined, eur, undefined, eur])).toBe(
    '2 can be paid by card, 2 cannot: not in USD.',
  )
  expect(payableText([undefined, eur, paid, eur])).toBe(
    '1 can be paid by card, 3 cannot: 2 not in USD, 1 nothing to pay now.',
  )
})

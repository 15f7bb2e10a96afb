import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs, testSeed } from '../../../../tools/random-tests.ts'
import { faultOf, history, rules, wrongRules } from '../../test/notice-model.ts'
import {
  announceRefusal,
  heldText,
  holdsAutoPay,
  isExpired,
  isMatched,
  noticeText,
  paidOnRefusal,
  payAnnouncedQuestion,
  selectionRefusal,
  transferParts,
} from './transfer-notice.ts'

const notice = {
  id: 'N-1',
  cents: 100_000,
  currency: 'USD',
  paidOn: '2026-11-30',
  actorName: 'Paula Reyes',
}
const says = 'Transfer of $1,000.00 announced for 11/30/2026 by Paula Reyes'

test('the words of a notice', () => {
  expect(noticeText(notice)).toBe(says)
  expect(noticeText({ ...notice, cents: 0 })).toBe(
    'Credits of a transfer announced for 11/30/2026 by Paula Reyes',
  )
  // The name cannot reorder the sentence.
  expect(noticeText({ ...notice, actorName: '\u202eeve' })).toMatch(/by \u2068\u202eeve\u2069$/)
  expect(payAnnouncedQuestion(notice)).toBe(
    `${says}. Do you want to pay this invoice by card as well?`,
  )
  expect(heldText({ ...notice, expiredOn: null })).toBe(says)
  expect(heldText({ ...notice, expiredOn: '2026-12-10' })).toBe(
    'The transfer announced for 11/30/2026 did not arrive in full; AutoPay waits until the next day',
  )
})

test('a transfer is announced for a day at most ten days away', () => {
  const refusal = 'The day of the transfer must be from 11/20/2026 to 12/10/2026.'
  const on = (day: string) => paidOnRefusal(day, '2026-11-30')
  expect(['2026-11-19', '2026-11-20', '2026-12-10', '2026-12-11', '2036-11-30'].map(on)).toEqual([
    refusal,
    undefined,
    undefined,
    refusal,
    refusal,
  ])
})

test('a selection is paid by one transfer if it has one currency and is not too large', () => {
  const usd = Array.from({ length: 1001 }, () => ({ currencyIsoCode: 'USD' }))
  expect(selectionRefusal([])).toBe('Nothing to pay now.')
  expect(selectionRefusal(usd.slice(1))).toBeUndefined()
  expect(selectionRefusal(usd)).toBe('Select at most 1,000 invoices to pay them by one transfer.')
  expect(selectionRefusal([{ currencyIsoCode: 'EUR' }, ...usd.slice(0, 1)])).toBe(
    'One transfer can pay invoices of one currency.',
  )
})

test('what is due, and neither announced nor in progress, can be announced', () => {
  const invoice = {
    invoiceNumber: 'I-1',
    balanceDueCents: 1000,
    currency: 'USD',
    hasBeenCharged: false,
    isOnHold: false,
    isWaiting: false,
    moneyBack: null,
    notice: undefined,
  }
  const refusal = (cents: number, is: object = {}) => announceRefusal({ ...invoice, ...is }, cents)
  expect([refusal(0), refusal(1000)]).toEqual([undefined, undefined])
  expect(refusal(1001)).toBe('I-1: $10.00 is due now, not $10.01.')
  expect(refusal(1000, { notice })).toBe(`I-1: ${says}.`)
  for (const is of [
    { balanceDueCents: 0 },
    { hasBeenCharged: true },
    { isOnHold: true },
    { isWaiting: true },
    { moneyBack: { kind: 'disputed', at: new Date('2026-11-20') } },
  ])
    expect(refusal(0, is)).toBe(
      'I-1: nothing is due now, or a payment is in progress or being reconciled.',
    )
})

test('deducted credits reduce the oldest first', () => {
  const invoice = (invoiceNumber: string, dueDate: string | null) => ({
    invoiceNumber,
    dueDate,
    balanceDueCents: 100,
  })
  const all = [invoice('none', null), invoice('b', '2026-11-01'), invoice('a', '2026-11-01')]
  const parts = (deducted: number) =>
    transferParts(all, deducted).map(({ invoiceNumber, cents }) => [invoiceNumber, cents])
  expect(parts(0)).toEqual([
    ['a', 100],
    ['b', 100],
    ['none', 100],
  ])
  expect(parts(130)).toEqual([
    ['a', 0],
    ['b', 70],
    ['none', 100],
  ])
  expect(parts(500)).toEqual([
    ['a', 0],
    ['b', 0],
    ['none', 0],
  ])
})

test('only lines that can be the transfer match it', () => {
  type Line = Parameters<typeof isMatched>[1][number]
  const line = (kind: Line['kind'], cents: number, is: Partial<Line> = {}): Line => ({
    kind,
    cents,
    method: null,
    currency: 'USD',
    ...is,
  })
  const paid = line('settled', -60_000, { method: 'transfer' })
  expect(isMatched(notice, [line('booked', -100_000)])).toBe(true)
  expect(isMatched(notice, [paid, line('settled', -40_000, { method: 'other' })])).toBe(true)
  expect(isMatched(notice, [line('booked', -99_970)])).toBe(false)
  // A payment that the books name later, and one that they take back.
  expect(isMatched(notice, [line('booked', -60_000), line('booked', 60_000), paid])).toBe(false)
  for (const other of [
    line('settled', -40_000, { method: 'credit' }),
    line('corrected', -40_000),
    line('paid', -40_000),
    line('withdrawn', -40_000),
    line('booked', -40_000, { currency: 'EUR' }),
  ])
    expect(isMatched(notice, [paid, other])).toBe(false)
  // What credits cover has no transfer.
  expect(isMatched({ ...notice, cents: 0 }, [paid])).toBe(false)
})

test('a notice expires ten days after its day, and holds AutoPay until the day after', () => {
  expect([isExpired(notice, '2026-12-09'), isExpired(notice, '2026-12-10')]).toEqual([false, true])
  const holds = (expiredOn: string | null, day: string) => holdsAutoPay({ expiredOn }, day)
  expect(holds(null, '2026-12-25')).toBe(true)
  expect(holds('2026-12-10', '2026-12-10')).toBe(true)
  expect(holds('2026-12-10', '2026-12-11')).toBe(false)
})

test('random days: AutoPay never pays what a transfer is paying, and no notice holds it for good', () => {
  fc.assert(
    fc.property(history, (steps) => {
      expect(faultOf(steps, rules)).toBeUndefined()
    }),
    { numRuns: runs(3000) },
  )
})

test.each(Object.entries(wrongRules))('random days find the wrong rule: %s', (_, wrong) => {
  const found = fc.check(
    fc.property(history, (steps) => faultOf(steps, { ...rules, ...wrong }) === undefined),
    { seed: testSeed, numRuns: 3000 },
  )
  expect(found.failed).toBe(true)
})

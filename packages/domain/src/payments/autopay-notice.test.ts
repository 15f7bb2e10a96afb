import { expect, test } from 'vitest'
import { noticeOfDay, newReasons, reasonAndAdvice } from './autopay-notice.ts'
import { planAutoPay, type OpenInvoice, type PlanInput } from './autopay-plan.ts'
import { notCoveredTexts, type NotCovered } from './not-covered.ts'

const day = '2026-11-21'
const invoice = (invoiceNumber: string, is: Partial<OpenInvoice> = {}): OpenInvoice => ({
  invoiceId: invoiceNumber,
  invoiceNumber,
  dueDate: day,
  balanceDueCents: 10_000,
  currency: 'USD',
  hasBeenCharged: false,
  moneyBack: undefined,
  isOnHold: false,
  demand: 0,
  ...is,
})
const notice = (invoices: OpenInvoice[], is: Partial<PlanInput> = {}, isStopped = false) => {
  const rules = { capPerChargeCents: 500_000, capPerMonthCents: null, pausedUntil: null }
  const card = { expirationMonth: 12, expirationYear: 2030, isStopped: false }
  const planned = planAutoPay({
    today: day,
    firstDay: day,
    invoices,
    rules,
    card,
    limitCents: 5_000_000,
    takenCents: {},
    hasMoneyNotApplied: false,
    ...is,
  })
  return noticeOfDay(planned, day, isStopped)
}
const words = ({ charged, notCharged }: ReturnType<typeof notice>) => [
  charged.map((one) => one.invoiceNumber),
  notCharged.map((one) => `${one.invoice.invoiceNumber}: ${one.reason}`),
]

test('a due invoice is charged or has a reason, unless nothing must be paid now', () => {
  const invoices = [
    invoice('due'),
    invoice('overdue', { dueDate: '2026-10-01' }),
    invoice('tomorrow', { dueDate: '2026-11-22' }),
    invoice('euro', { currency: 'EUR' }),
    invoice('large', { balanceDueCents: 500_001 }),
    invoice('small', { balanceDueCents: 30 }),
    invoice('held', { isOnHold: true }),
    invoice('paying', { hasBeenCharged: true }),
    invoice('refunded', { moneyBack: { kind: 'refunded', at: new Date(day) } }),
    invoice('paid', { balanceDueCents: 0 }),
    invoice('some day', { dueDate: null }),
  ]
  const notCharged = ['euro: currency', 'large: capPerCharge', 'small: minimum']
  expect(words(notice(invoices))).toEqual([['overdue', 'due'], notCharged])
  const paused = { capPerChargeCents: null, capPerMonthCents: null, pausedUntil: '2026-11-23' }
  expect(words(notice([invoice('due')], { rules: paused }))).toEqual([[], ['due: paused']])
  expect(words(notice([invoice('due')], { card: null }))).toEqual([[], ['due: noCard']])
})

test('while charging is stopped, nothing is promised for tonight', () => {
  const stopped = notice([invoice('due'), invoice('euro', { currency: 'EUR' })], {}, true)
  expect(words(stopped)).toEqual([[], ['due: stopped', 'euro: currency']])
})

test('a reason is told when it begins and when it changes', () => {
  const today = notice([invoice('old'), invoice('other'), invoice('new')], { card: null })
  expect(newReasons(today, { old: 'noCard', other: 'currency' })).toEqual({
    other: 'noCard',
    new: 'noCard',
  })
})

test('each reason is a sentence, with what to do', () => {
  const reasons = Object.keys(notCoveredTexts) as NotCovered[]
  const texts = [...reasons, 'stopped' as const].map((one) => reasonAndAdvice(one, invoice('A')))
  for (const text of texts) expect(text).toMatch(/^[A-Z].+[a-z]\.$/)
  expect(texts[reasons.indexOf('minimum')]).toBe(
    'Is below the minimum of $0.50 for credit card payments. Please pay it by bank transfer.',
  )
})

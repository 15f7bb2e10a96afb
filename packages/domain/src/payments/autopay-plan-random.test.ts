import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { cardPaymentRefusal } from '../invoices/card-payment.ts'
import { addDays } from '../kernel/day.ts'
import {
  lastPlannedDay,
  planAutoPay,
  type FixedCharge,
  type OpenInvoice,
  type PlanInput,
} from './autopay-plan.ts'

const today = '2026-11-21'
const limitCents = 50_000

const someInvoice = fc.record({
  dueDate: fc.option(
    fc.integer({ min: -40, max: 40 }).map((days) => addDays(today, days)),
    { freq: 9 },
  ),
  balanceDueCents: fc.integer({ min: -50, max: 60_000 }),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'USD', 'EUR'),
  hasBeenCharged: fc.constantFrom(false, false, false, true),
  isOnHold: fc.constantFrom(false, false, false, false, true),
  moneyBack: fc.constantFrom(undefined, undefined, undefined, {
    kind: 'refunded' as const,
    at: new Date('2026-11-01'),
  }),
  demand: fc.integer({ min: 0, max: 1 }),
})
/** Changes of an invoice between 09:00 and 21:00. */
const someChange = fc.oneof(
  fc.constant({}),
  fc.constant({}),
  fc.integer({ min: 0, max: 60_000 }).map((balanceDueCents) => ({ balanceDueCents })),
  fc.constant({ hasBeenCharged: true }),
  fc.constant({ demand: 2 }),
  fc.constant({ isOnHold: true }),
  fc.constant({ moneyBack: { kind: 'chargedBack' as const, at: new Date() } }),
)
const someCap = fc.option(fc.integer({ min: 1_000, max: 100_000 }))
const somePause = fc.option(fc.integer({ min: -2, max: 35 }), { freq: 2 })
const someCompany = fc.record({
  invoices: fc.array(fc.record({ first: someInvoice, change: someChange }), { maxLength: 25 }),
  later: fc.array(someInvoice, { maxLength: 5 }),
  capPerChargeCents: someCap,
  capPerMonthCents: someCap,
  pause: somePause,
  card: fc.option(
    fc.record({
      expirationMonth: fc.constantFrom(10, 11, 12),
      expirationYear: fc.constantFrom(2026, 2027),
      isStopped: fc.constantFrom(false, false, false, true),
    }),
    { freq: 9 },
  ),
  hasMoneyNotApplied: fc.constantFrom(false, false, false, false, false, true),
  takenCents: fc.integer({ min: 0, max: 50_000 }),
})

test('for random companies the table is part of the dialogs, these equal the plan, and the run charges what was fixed', () => {
  let [fixedCharges, charged, leftOut] = [0, 0, 0]
  fc.assert(
    fc.property(someCompany, ({ invoices, later, pause, takenCents, ...company }) => {
      const { capPerChargeCents, capPerMonthCents, card, hasMoneyNotApplied } = company
      const numbered =
        (prefix: string) =>
        (one: Omit<OpenInvoice, 'invoiceId' | 'invoiceNumber'>, at: number) => ({
          ...one,
          invoiceId: `${prefix}${at}`,
          invoiceNumber: `${prefix}${at}`,
        })
      const pausedUntil = pause === null ? null : addDays(today, pause)
      const input: PlanInput = {
        today,
        firstDay: today,
        invoices: invoices.map(({ first }) => first).map(numbered('I')),
        rules: { capPerChargeCents, capPerMonthCents, pausedUntil },
        card,
        limitCents,
        takenCents: { '2026-11': takenCents },
        hasMoneyNotApplied,
      }
      const shown = planAutoPay(input)
      expect(shown).toHaveLength(input.invoices.length)
      expect(wronglyListed(input)).toEqual([])

      const fixed = new Map<string, FixedCharge>(
        shown.flatMap(({ invoice: { invoiceId, balanceDueCents, demand }, day }) =>
          day === today ? [[invoiceId, { amountCents: balanceDueCents, demand }]] : [],
        ),
      )
      const changed = invoices.map(({ first, change }) => ({ ...first, ...change }))
      const atRun = {
        ...input,
        invoices: [...changed.map(numbered('I')), ...later.map(numbered('L'))],
        fixed,
      }
      const rows = planAutoPay(atRun)
      expect(rows).toHaveLength(atRun.invoices.length)
      expect(wronglyListed(atRun)).toEqual([])
      const paid = rows.filter(({ day }) => day === today)
      const wrong = paid.filter(({ invoice }) => {
        const was = fixed.get(invoice.invoiceId)
        return was?.demand !== invoice.demand || invoice.balanceDueCents > was.amountCents
      })
      expect(wrong).toEqual([])
      const most = Math.min(limitCents, capPerChargeCents ?? Infinity)
      expect(paid.filter(({ invoice }) => invoice.balanceDueCents > most)).toEqual([])
      const left = rows.filter(({ invoice, day }) => day !== today && fixed.has(invoice.invoiceId))
      expect(left.filter((one) => !(one.notOnFirstDay ?? one.reason))).toEqual([])
      charged += paid.length
      leftOut += left.length
      fixedCharges += fixed.size
      expect(monthCents(rows, '2026-11') + takenCents).toBeLessThanOrEqual(
        Math.max(takenCents, capPerMonthCents ?? Infinity),
      )
    }),
    { numRuns: runs(400) },
  )
  expect(charged + leftOut).toBe(fixedCharges)
  expect(Math.min(charged, leftOut)).toBeGreaterThan(0)
})

/** Returns rows that the screens should not list, by the rules instead of the plan's own flags. */
function wronglyListed(input: PlanInput) {
  return planAutoPay(input).filter(({ invoice, isInWindow, day, reason }) => {
    const { dueDate } = invoice
    const isPayable = !cardPaymentRefusal(invoice, limitCents)
    const isDue = dueDate !== null && dueDate <= addDays(today, 29)
    const isCharged = isInWindow && dueDate! <= day! && day! <= lastPlannedDay(today)
    return (
      isInWindow !== (isPayable && isDue) ||
      (day === undefined) === (reason === undefined) ||
      (day !== undefined && !isCharged)
    )
  })
}

const monthCents = (rows: ReturnType<typeof planAutoPay>, month: string) =>
  rows
    .filter(({ day }) => day?.startsWith(month))
    .reduce((sum, { invoice }) => sum + invoice.balanceDueCents, 0)

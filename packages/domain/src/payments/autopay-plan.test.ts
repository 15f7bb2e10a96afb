import { expect, test } from 'vitest'
import { enrollRefusal, autoPayTerms } from './autopay.ts'
import { blocksEnrolling, planAutoPay, type OpenInvoice, type PlanInput } from './autopay-plan.ts'

const invoice = (invoiceId: string, is: Partial<OpenInvoice> = {}): OpenInvoice => ({
  invoiceId,
  invoiceNumber: invoiceId,
  dueDate: '2026-11-20',
  balanceDueCents: 10_000,
  currency: 'USD',
  hasBeenCharged: false,
  moneyBack: undefined,
  isOnHold: false,
  demand: 0,
  ...is,
})
const input = (invoices: OpenInvoice[], is: Partial<PlanInput> = {}): PlanInput => ({
  today: '2026-11-21',
  firstDay: '2026-11-21',
  invoices,
  rules: noRules,
  card: { expirationMonth: 12, expirationYear: 2030, isStopped: false },
  limitCents: 5_000_000,
  takenCents: {},
  hasMoneyNotApplied: false,
  ...is,
})
/** The plan as the screen groups it. */
const plan = (invoices: OpenInvoice[], is: Partial<PlanInput> = {}) => {
  const planned = planAutoPay(input(invoices, is))
  const days = [...new Set(planned.flatMap(({ day }) => day ?? []))].sort()
  return {
    planned,
    days: days.map((day) => {
      const charges = planned
        .filter((one) => one.day === day)
        .map(({ invoice: { invoiceId, balanceDueCents } }) => ({
          invoiceId,
          amountCents: balanceDueCents,
        }))
      const totalCents = charges.reduce((sum, { amountCents }) => sum + amountCents, 0)
      return { day, charges, totalCents }
    }),
    notCovered: planned.flatMap(({ invoice: { invoiceId }, reason }) =>
      reason ? [{ invoiceId, reason }] : [],
    ),
  }
}
const noRules = { capPerChargeCents: null, capPerMonthCents: null, pausedUntil: null }

test('overdue invoices are charged by the next run, the rest on its due date', () => {
  const { days, notCovered } = plan([
    invoice('later', { dueDate: '2026-12-21' }),
    invoice('soon', { dueDate: '2026-11-25' }),
    invoice('last', { dueDate: '2026-12-20' }),
    invoice('overdue', { dueDate: '2025-01-01' }),
    invoice('paid', { balanceDueCents: 0 }),
    invoice('credit', { balanceDueCents: -5 }),
  ])
  expect(days.map(({ day, charges }) => [day, charges.map(({ invoiceId }) => invoiceId)])).toEqual([
    ['2026-11-21', ['overdue']],
    ['2026-11-25', ['soon']],
    ['2026-12-20', ['last']],
  ])
  expect(notCovered).toEqual([
    { invoiceId: 'credit', reason: 'nothingOwed' },
    { invoiceId: 'paid', reason: 'nothingOwed' },
    { invoiceId: 'later', reason: 'later' },
  ])
})

test('every invoice that is left out has a reason', () => {
  const { days, notCovered } = plan(
    [
      invoice('a', { hasBeenCharged: true }),
      invoice('b', { moneyBack: { kind: 'refunded', at: new Date() } }),
      invoice('c', { currency: 'EUR' }),
      invoice('d', { balanceDueCents: 5_000_001 }),
      invoice('e', { dueDate: null }),
      invoice('f', { balanceDueCents: 3_000_001 }),
      invoice('g', { balanceDueCents: 5_000_000 }),
    ],
    { rules: { ...noRules, capPerChargeCents: 3_000_000 } },
  )
  expect(days).toEqual([])
  expect(notCovered.map(({ reason }) => reason)).toEqual([
    'pending',
    'moneyBack',
    'currency',
    'limit',
    'capPerCharge',
    'capPerCharge',
    'noDueDate',
  ])
})

test('exactly the limit and exactly the cap are charged', () => {
  const rules = { ...noRules, capPerChargeCents: 10_000, capPerMonthCents: 20_000 }
  const { days, notCovered } = plan([invoice('a'), invoice('b'), invoice('c')], { rules })
  expect(days).toMatchObject([
    { day: '2026-11-21', totalCents: 20_000 },
    // The next month has its own cap.
    { day: '2026-12-01', totalCents: 10_000 },
  ])
  expect(notCovered).toEqual([])
  expect(plan([invoice('a')], { rules, takenCents: { '2026-11': 10_001 } }).days[0]?.day).toBe(
    '2026-12-01',
  )
  expect(
    plan([invoice('a')], { rules: { ...noRules, capPerMonthCents: 9_999 } }).notCovered,
  ).toEqual([{ invoiceId: 'a', reason: 'capPerMonth' }])
  // An invoice that is left out does not use the cap.
  const large = invoice('a', { balanceDueCents: 20_001 })
  const month = { ...noRules, capPerMonthCents: 20_000 }
  expect(plan([large, invoice('b')], { rules: month }).days[0]?.totalCents).toBe(10_000)
})

test('a pause moves charges to its end, or out of the plan', () => {
  const rules = { ...noRules, pausedUntil: '2026-12-05' }
  expect(plan([invoice('a')], { rules }).days).toMatchObject([{ day: '2026-12-05' }])
  const long = { ...noRules, pausedUntil: '2027-12-05' }
  expect(plan([invoice('a')], { rules: long }).notCovered).toEqual([
    { invoiceId: 'a', reason: 'paused' },
  ])
})

test('a card that is missing, stopped or will have expired charges nothing', () => {
  expect(plan([invoice('a')], { card: null }).notCovered[0]?.reason).toBe('noCard')
  const card = { expirationMonth: 11, expirationYear: 2026, isStopped: false }
  expect(plan([invoice('a')], { card: { ...card, isStopped: true } }).notCovered[0]?.reason).toBe(
    'cardStopped',
  )
  const { days, notCovered } = plan([invoice('a'), invoice('b', { dueDate: '2026-12-01' })], {
    card,
  })
  expect(days).toMatchObject([{ day: '2026-11-21', charges: [{ invoiceId: 'a' }] }])
  expect(notCovered).toEqual([{ invoiceId: 'b', reason: 'cardExpired' }])
})

test('a fixed day charges nothing else and no higher amount; the rest waits a day', () => {
  const fixed = new Map([
    ['a', { amountCents: 10_000, demand: 0 }],
    ['b', { amountCents: 9_999, demand: 0 }],
    ['c', { amountCents: 10_000, demand: 0 }],
    ['gone', { amountCents: 5, demand: 0 }],
  ])
  const { days, planned } = plan(
    [
      invoice('a', { balanceDueCents: 7_000 }),
      invoice('b'),
      // The invoice was paid manually since then, and the books raised it again: a new demand for the same amount.
      invoice('c', { demand: 1 }),
      invoice('new'),
    ],
    { fixed },
  )
  expect(days).toMatchObject([
    { day: '2026-11-21', charges: [{ invoiceId: 'a', amountCents: 7_000 }] },
    { day: '2026-11-22', charges: [{ invoiceId: 'b' }, { invoiceId: 'c' }, { invoiceId: 'new' }] },
  ])
  expect(planned.map(({ notOnFirstDay }) => notOnFirstDay)).toEqual([
    undefined,
    'raised',
    'paidSince',
    'notFixed',
  ])
})

test('an invoice left out by the monthly cap when the day was fixed shows that reason, not that it arrived later', () => {
  const { planned } = plan([invoice('a'), invoice('b')], {
    fixed: new Map([['a', { amountCents: 10_000, demand: 0 }]]),
    rules: { ...noRules, capPerMonthCents: 15_000 },
  })
  expect(planned.map(({ notOnFirstDay }) => notOnFirstDay)).toEqual([undefined, 'capPerMonth'])
})

test('R18: the lists show only payable invoices that are due until the 30th day', () => {
  const rows = planAutoPay(
    input(
      [
        invoice('overdue', { dueDate: '2026-11-01' }),
        invoice('today', { dueDate: '2026-11-21' }),
        invoice('last', { dueDate: '2026-12-20' }),
        invoice('day30', { dueDate: '2026-12-21' }),
        invoice('capped', { balanceDueCents: 60_000 }),
        invoice('refunded', { moneyBack: { kind: 'refunded', at: new Date() } }),
        invoice('euro', { currency: 'EUR' }),
        invoice('undated', { dueDate: null }),
      ],
      // After the hour of the run, the window still ends on the same day as before.
      { firstDay: '2026-11-22', rules: { ...noRules, capPerChargeCents: 50_000 } },
    ),
  )
  const inWindow = rows.filter(({ isInWindow }) => isInWindow)
  expect(
    inWindow.map(({ invoice: { invoiceId }, day, reason }) => [invoiceId, day ?? reason]),
  ).toEqual([
    ['overdue', '2026-11-22'],
    ['capped', 'capPerCharge'],
    ['refunded', 'moneyBack'],
    ['today', '2026-11-22'],
    ['last', '2026-12-20'],
  ])
})

test('money that is not applied to its invoices yet stops AutoPay for the whole company', () => {
  const { days, notCovered } = plan([invoice('a'), invoice('euro', { currency: 'EUR' })], {
    hasMoneyNotApplied: true,
  })
  expect(days).toEqual([])
  expect(notCovered.map(({ reason }) => reason)).toEqual(['notApplied', 'currency'])
})

test('the conditions of enrolling are checked in their order', () => {
  const card = { expirationMonth: 11, expirationYear: 2026 }
  const old = { ...card, expirationMonth: 10 }
  const ask = (one: typeof card | null, hasPastDue: boolean) =>
    enrollRefusal(one, hasPastDue, '2026-11-21')
  expect(ask(null, true)).toBe('Unable to Enroll AutoPay - No Valid Card')
  expect(ask(old, true)).toBe('Unable to Enroll In AutoPay - Card Expired')
  expect(ask(card, true)).toBe('Unable to Enroll AutoPay - Has Past Due Invoices')
  expect(ask(card, false)).toBeUndefined()
  expect(autoPayTerms(1_234_500).join(' ')).toContain('up to $12,345.00')
})

test('only a past-due invoice that a card can pay, and that nobody waits for, must be paid before enrolling', () => {
  const notice = { id: 'N', cents: 1, currency: 'USD', paidOn: '2026-11-11', actorName: 'Paula' }
  const old = (is: Partial<OpenInvoice> = {}) =>
    blocksEnrolling(invoice('A', { dueDate: '2026-11-20', ...is }), 5_000_000, '2026-11-21')
  expect(old()).toBe(true)
  expect(old({ notice: { ...notice, expiredOn: '2026-11-20' } })).toBe(true)
  for (const free of [
    { dueDate: '2026-11-21' },
    { dueDate: null },
    { currency: 'EUR' },
    { balanceDueCents: 30 },
    { balanceDueCents: 5_000_001 },
    { balanceDueCents: 0 },
    { hasBeenCharged: true },
    { isOnHold: true },
    { notice: { ...notice, expiredOn: null } },
    { moneyBack: { kind: 'refunded' as const, at: new Date('2026-11-20') } },
  ])
    expect([free, old(free)]).toEqual([free, false])
})

test('an announced transfer holds an invoice, and one that expired holds it on that day', () => {
  const notice = { id: 'N', cents: 1, currency: 'USD', paidOn: '2026-11-11', actorName: 'Paula' }
  const { planned } = plan([
    invoice('held', { notice: { ...notice, expiredOn: null } }),
    invoice('today', { notice: { ...notice, expiredOn: '2026-11-21' } }),
    invoice('yesterday', { notice: { ...notice, expiredOn: '2026-11-20' } }),
  ])
  expect(planned.map(({ day, reason, notOnFirstDay }) => [day, reason, notOnFirstDay])).toEqual([
    [undefined, 'announced', undefined],
    ['2026-11-22', undefined, 'announced'],
    ['2026-11-21', undefined, undefined],
  ])
  // Nobody is asked for a card because of an invoice that is announced as paid.
  const announced = invoice('held', { notice: { ...notice, expiredOn: null } })
  expect(plan([announced], { card: null }).notCovered).toMatchObject([{ reason: 'announced' }])
})

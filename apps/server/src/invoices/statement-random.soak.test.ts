import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { addDays, type Day } from '@portal/domain/kernel/day'
import { toCents } from '@portal/domain/kernel/money'
import { agingBuckets } from '@portal/domain/payments/aging'
import type { Aging } from '@portal/domain/payments/aging.schema'
import { isPending } from '@portal/domain/invoices/status'
import { runs } from '../../../../tools/random-tests.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { someInvoice, writeBooks, type InvoiceTruth } from '../../test/random-books.ts'
import type { Scope } from '../platform/scope.ts'
import type {
  StatementAccount,
  StatementLines,
  StatementReading,
} from './documents/statement-document.ts'
import { readStatement } from './statement.queries.ts'

const portal = testPortal()
let count = 0

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)

/** Closing balance and the change after it are results of all other lines. */
const parts = ({ lines }: StatementAccount) =>
  Object.entries(lines).flatMap(([key, cents]) =>
    key === 'closing' || key === 'today' ? [] : [cents],
  )

const linesOf = (reading: StatementReading, currency: string) =>
  reading.accounts.find((one) => one.currency === currency)?.lines

test('a statement of any books adds up, and equals list and aging of the day', async () => {
  const seen = { statements: 0, pending: 0, back: 0 }
  const range = fc.tuple(fc.integer({ min: 0, max: 120 }), fc.nat(60))
  const case_ = fc.tuple(
    fc.array(someInvoice, { minLength: 1, maxLength: 7 }),
    range,
    fc.integer({ min: 0, max: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(case_, async ([some, [ago, days], more]) => {
      const accountId = `ST${(count += 1)}`
      const email = `reader@st${count}.example`
      await portal.given.company(accountId)
      await portal.given.user(email, accountId, ['AccessInvoices'], ['Licenses'])
      await portal.given.category('Hidden')
      const today = new Date().toISOString().slice(0, 10)
      const truths = await writeBooks(portal, accountId, today, some)
      const shown = truths.filter(({ isHidden }) => !isHidden)
      const scope = await scopeFor(accountId)
      const read = (from: Day, to: Day) => readStatement(portal.deps.db, scope, { from, to })

      const from = addDays(today, -ago)
      const to = addDays(from, days)
      const next = addDays(to, 1)
      const last = addDays(next, more)
      const readings = [await read(from, to), await read(next, last), await read(from, last)]
      const [first, second, both] = readings as [
        StatementReading,
        StatementReading,
        StatementReading,
      ]
      const ever = [addDays(today, -400), addDays(today, 400)] as const
      const all = await read(...ever)
      for (const reading of [...readings, all]) expectSound(reading)
      // Pending amounts count as of today: either the first of two statements ends with them, or
      // the second.
      if (to < today) expectContinues(first, second, both)
      expectTruth(all, shown)
      expectPayments(first, shown, from, to)
      expectPayments(all, shown, ...ever)
      const reader = await portal.signIn(email)
      seen.pending += await expectListAndAging(all, reader)
      await expectListAndAging(await read(from, today < from ? from : today), reader)
      seen.statements += 5
      seen.back += shown.flatMap(({ payments }) => payments.flatMap(({ back }) => back)).length
    }),
    { numRuns: runs(40) },
  )
  console.log(seen)
  expect(seen.pending).toBeGreaterThan(0)
  expect(seen.back).toBeGreaterThan(0)
}, 600_000)

async function scopeFor(accountId: string): Promise<Scope> {
  const categoryIds = [await portal.given.category('Licenses')]
  // The reading uses only these fields.
  return { accountId, categoryIds } as unknown as Scope
}

function expectSound({ accounts, invoices, payments }: StatementReading): void {
  for (const account of accounts) {
    const { currency, lines, aging, counts } = account
    expect(sum(parts(account)), 'the lines lead to the closing balance').toBe(lines.closing)
    expect(sum(Object.values(aging)), 'so do the ages').toBe(lines.closing)
    const rows = invoices.filter((one) => one.currency === currency)
    expect(sum(rows.map(({ dueCents }) => dueCents)), 'and the rows').toBe(lines.closing)
    const inRange = rows.filter(({ isInRange }) => isInRange)
    expect(inRange).toHaveLength(counts.invoices + counts.credits)
    expect(sum(inRange.map(({ amountCents }) => amountCents))).toBe(lines.invoices + lines.credits)
    const money = payments.filter((one) => one.currency === currency)
    const ofKind = (kind: string) =>
      sum(money.filter((one) => one.kind === kind).map(({ cents }) => cents))
    expect([ofKind('paid'), ofKind('refunded'), ofKind('chargedBack')]).toEqual([
      lines.payments,
      lines.refunds,
      lines.chargebacks,
    ])
  }
}

/**
 * A statement ends where the next one starts, and the two agree with one statement over both
 * ranges.
 */
function expectContinues(
  first: StatementReading,
  second: StatementReading,
  both: StatementReading,
): void {
  for (const { currency, lines } of both.accounts) {
    const [before, after] = [linesOf(first, currency)!, linesOf(second, currency)!]
    expect(after.opening).toBe(before.closing)
    expect(lines.opening).toBe(before.opening)
    expect(lines.closing).toBe(after.closing)
    const added = ['invoices', 'credits', 'payments', 'refunds', 'chargebacks'] as const
    const undated = ['notDueAgain', 'notApplied', 'recorded', 'pending'] as const
    for (const key of [...added, ...undated] satisfies (keyof StatementLines)[])
      expect(lines[key], key).toBe(before[key] + after[key])
  }
}

/** Over all time, each line equals the true amount. */
function expectTruth(all: StatementReading, truths: readonly InvoiceTruth[]): void {
  for (const { currency, lines } of all.accounts) {
    const some = truths.filter((one) => one.currency === currency)
    expect(lines.opening).toBe(0)
    expect(lines.later).toBe(0)
    expect(lines.closing).toBe(lines.today)
    const total = (key: 'notDueAgainCents' | 'outsideCents') => sum(some.map((one) => one[key]))
    expect(lines.notDueAgain + total('notDueAgainCents')).toBe(0)
    if (some.some(({ isUnexplained }) => isUnexplained)) continue
    expect(lines.recorded + total('outsideCents')).toBe(0)
  }
}

function expectPayments(
  reading: StatementReading,
  truths: readonly InvoiceTruth[],
  from: Day,
  to: Day,
): void {
  const within = (day: Day) => day >= from && day <= to
  const money = truths.flatMap(({ number, payments }) =>
    payments.flatMap(({ day, cents, back }) => [
      ...(within(day) ? [`${day} ${number} paid ${-cents}`] : []),
      ...back
        .filter((one) => within(one.day))
        .map(
          (one) =>
            `${one.day} ${number} ${one.isDispute ? 'chargedBack' : 'refunded'} ${one.cents}`,
        ),
    ]),
  )
  const told = reading.payments.map(
    ({ day, invoiceNumber, kind, cents }) => `${day} ${invoiceNumber} ${kind} ${cents}`,
  )
  expect(told.toSorted()).toEqual(money.toSorted())
}

/** Returns how many rows of the list are pending. */
async function expectListAndAging(reading: StatementReading, reader: Browser): Promise<number> {
  const list = (await reader.get('/api/invoice')).json<Invoice[]>()
  const { subsidiaries } = (await reader.get('/api/invoice/aging')).json<Aging>()
  const pending = (one: Invoice) =>
    isPending({ ...one, balanceDueCents: toCents(one.balanceDue, one.currencyIsoCode) })
  for (const { currency, lines, aging } of reading.accounts) {
    const due = list.filter((one) => one.currencyIsoCode === currency && !pending(one))
    expect(sum(due.map(({ balanceDue }) => toCents(balanceDue, currency)))).toBe(lines.closing)
    const panels = subsidiaries.flatMap(({ currencies }) => currencies[currency] ?? [])
    expect(sum(panels.map(({ total }) => toCents(total, currency)))).toBe(lines.closing)
    for (const { key } of agingBuckets)
      expect(sum(panels.map((panel) => toCents(panel[key], currency))), key).toBe(aging[key])
  }
  return list.filter(pending).length
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { addDays } from '@portal/domain/kernel/day'
import type { AutoPayPlanAnswer, PlannedInvoiceRow } from '@portal/domain/payments/autopay.schema'
import { Payer } from '../../../test/payments/payer.ts'
import { charges } from '../../../test/payments/payments.ts'
import { testClock, testPortal } from '../../../test/portal/test-portal.ts'
import { effort, runs } from '../../../../../tools/random-tests.ts'
import { endings } from '../charge/attempt.ts'
import { autoPayBounds } from './autopay-bounds.ts'
import { resumeBatches } from '../batch/resume-batches.ts'
import { runAutoPay } from './run-autopay.ts'

const start = '2028-03-25'
const days = 9
let dieAt = () => false
let count = 0

// Workers that die at any step, as often as the case requires.
const portal = testPortal({}, (name) => {
  if (dieAt()) throw new Error(`died at ${name}`)
})
const clock = testClock(portal)
const paula = new Payer(portal)

/** Checks that the dialogs list the plan's charges and days, and that the table lists those that are not overdue. */
async function expectLists(plan: AutoPayPlanAnswer, today: string): Promise<void> {
  const list = (path: string) => paula.json<PlannedInvoiceRow[]>(path)
  const eligible = await list('/api/invoice/unpaidEligibleInvoices')
  const charged = plan.days.flatMap(({ charges: some }) => some)
  const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)
  // Apart from the amount, the rows are equal.
  expect(charged.toSorted(byId)).toMatchObject(
    eligible.filter((row) => row.day !== null).toSorted(byId),
  )
  expect(plan.notCovered).toEqual(
    expect.arrayContaining(eligible.filter((row) => row.day === null)),
  )
  expect(plan.notCovered.filter((row) => !row.reason)).toEqual([])
  expect(await list('/api/invoice/upcomingUnpaidInvoices')).toEqual(
    eligible.filter(({ dueDate }) => dueDate! >= today),
  )
}

/** Returns payments that were opened a second time on their day, and interrupted again. */
const abandonedTwice = async (accountId: string) =>
  new Set(
    await paula.values(sql`
    select b.autopay_day || ' ' || p.invoice_id
      from payment_attempt p join payment_batch b on b.account_id = p.account_id and b.id = p.batch_id
     where p.account_id = ${accountId} and p.failure_code = ${endings.abandoned.code}
     group by 1 having count(*) = 2`),
  )

const ledger = fc.record({
  invoices: fc.array(
    fc.record({
      due: fc.integer({ min: 0, max: days + 2 }),
      balance: fc.integer({ min: 60, max: 20_000 }),
      currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
    }),
    { minLength: 4, maxLength: 14 },
  ),
  capPerCharge: fc.option(fc.integer({ min: 5_000, max: 20_000 })),
  capPerMonth: fc.option(fc.integer({ min: 10_000, max: 60_000 })),
  // A worker dies after this many steps; 0 means never.
  deaths: fc.constantFrom(0, 3, 7),
  /** On this day one invoice rises and another falls after the plan was shown. */
  changes: fc.integer({ min: 0, max: days - 1 }),
})

test(
  'over random ledgers the charges equal the plan shown, through crashes and with two workers at once',
  async () => {
    let charged = 0
    await fc.assert(
      fc.asyncProperty(ledger, async ({ invoices, capPerCharge, capPerMonth, deaths, changes }) => {
        const accountId = `R${(count += 1)}`
        let steps = 0
        await clock.set(`${start}T08:00:00Z`)
        dieAt = () => false
        await paula.begin(accountId, { invoice: false })
        for (const [at, { due, ...is }] of invoices.entries())
          await paula.given(at, { due: addDays(start, due), ...is })
        const units = (cents: number | null) => (cents === null ? null : cents / 100)
        const caps = { capPerCharge: units(capPerCharge), capPerMonth: units(capPerMonth) }
        await paula.send('PUT', '/api/payment/autopay/settings', {
          payload: { ...caps, pausedUntil: null },
        })
        expect((await paula.post('/api/payment/autopay/enable')).json()).toBe(true)
        const shown = new Map<string, number>()
        for (let at = 0; at < days; at += 1) {
          const day = addDays(start, at)
          const work = () => runAutoPay(portal.deps, portal.system)
          await clock.set(`${day}T09:00:00Z`)
          await work()
          await clock.set(`${day}T20:00:00Z`)
          const plan = await paula.plan()
          await expectLists(plan, day)
          for (const one of plan.days.filter((planned) => planned.day === day))
            for (const charge of one.charges)
              shown.set(`${day} ${charge.id}`, Math.round(charge.amount * 100))
          if (at === changes)
            await portal.system.query(sql`
            update invoice set books_balance_cents = books_balance_cents + (case when id % 2 = 0 then 7 else -7 end)
             where account_id = ${accountId}`)
          await clock.set(`${day}T21:00:00Z`)
          dieAt = () => deaths > 0 && (steps += 1) % deaths === 0
          await Promise.allSettled([work(), work()])
          await paula.release()
          const resume = resumeBatches(portal.deps, portal.system, autoPayBounds)
          await Promise.allSettled([resume, work()])
          dieAt = () => false
          for (let round = 0; round < 3; round += 1) await paula.workerRound({ batches: true })
          await work()
        }
        const { rows } = await portal.system.query<{
          key: string
          cents: number
          invoiceId: string
          invoiceNumber: string
        }>(sql`
        select b.autopay_day || ' ' || p.invoice_id as key, p.amount_cents as cents, p.invoice_id::text as "invoiceId",
               p.invoice_number as "invoiceNumber"
          from payment_attempt p join payment_batch b on b.account_id = p.account_id and b.id = p.batch_id
         where p.account_id = ${accountId} and p.state = 'succeeded'`)
        for (const { key, cents } of rows) expect(cents).toBeLessThanOrEqual(shown.get(key) ?? 0)
        // No planned charge is missing, except on the day on which the books changed after the plan was shown, or if
        // the process died twice.
        const abandoned = await abandonedTwice(accountId)
        const due = [...shown.keys()].filter(
          (key) => !key.startsWith(addDays(start, changes)) && !abandoned.has(key),
        )
        expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining(due))
        expect(new Set(rows.map(({ invoiceId }) => invoiceId)).size).toBe(rows.length)
        charged += rows.length
        for (const state of await paula.states()) expect(state).toMatch(/^(succeeded|failed)$/)
        const ours = (await charges(portal)).filter((one) => one.metadata['account'] === accountId)
        expect(ours.map(({ metadata }) => metadata['invoice']).sort()).toEqual(
          [...new Set(rows.map(({ invoiceNumber }) => invoiceNumber))].sort(),
        )
      }),
      { numRuns: runs(9) },
    )
    expect(charged).toBeGreaterThan(0)
  },
  600_000 * effort,
)

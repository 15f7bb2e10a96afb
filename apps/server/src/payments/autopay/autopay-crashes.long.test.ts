import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { books, givenPayer, releaseLeases } from '../../../test/payments.ts'
import { portalClock, type PortalClock } from '../../../test/portal-clock.ts'
import { startTestPortal, type TestPortal } from '../../../test/portal.ts'
import { endings } from '../charge/attempt.ts'
import { reconcile } from '../charge/reconcile.ts'
import { autoPayBounds } from './autopay-bounds.ts'
import { resumeBatches } from '../batch/resume-batches.ts'
import { runAutoPay } from './run-autopay.ts'

const day = '2027-06-15'
let portal: TestPortal
let clock: PortalClock
beforeAll(async () => {
  portal = await startTestPortal()
  clock = await portalClock(portal)
  await clock.set(`${day}T10:00:00Z`)
})
afterAll(async () => {
  await clock.close()
  await portal.close()
})

const count = 500
const accountId = 'CRASH'

/** Runs the command line in a separate process, killed with SIGKILL after this many charges. */
async function runAndKill(day: string, afterCharges: number): Promise<void> {
  const child = spawn(
    'node',
    ['tools/run.mjs', 'apps/server/src/portal.ts', 'autopay', 'run', '--day', day],
    {
      cwd: import.meta.portalRoot,
      env: { PATH: process.env['PATH'], ...portal.env },
      stdio: 'ignore',
    },
  )
  const gone = once(child, 'exit')
  while ((await ended()) < afterCharges && child.exitCode === null) await sleep(20)
  child.kill('SIGKILL')
  await gone
}

/** Counts finished invoices: charged, or opened twice and interrupted both times. */
async function ended(): Promise<number> {
  const { rows } = await portal.system.query<{ count: number }>(sql`
    select count(*) from (
      select from payment_attempt where account_id = ${accountId} and settled_at is not null
       group by invoice_id having bool_or(state = 'succeeded') or count(*) = 2) one`)
  return rows[0]!.count
}

async function interruptedTwice(): Promise<string[]> {
  const { rows } = await portal.system.query<{ number: string }>(sql`
    select invoice_number as number from payment_attempt
     where account_id = ${accountId} and failure_code = ${endings.abandoned.code}
     group by 1 having count(*) = 2`)
  return rows.map(({ number }) => number)
}

test('500 invoices are charged once each through kills, lost answers and two workers', async () => {
  const paula = await givenPayer(portal, accountId)
  const category = await portal.given.category('Licenses')
  await portal.system.query(sql`
    insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, due_date, currency,
                         amount_cents, books_balance_cents)
    select ${accountId}, 'K-' || n, ${category}, ${day}, ${day}, 'USD', 1000 + n, 1000 + n
      from generate_series(1, ${count}) n`)
  expect((await paula.post('/api/payment/autopay/enable')).json()).toBe(true)
  const plan = (await paula.get('/api/payment/autopay/plan')).json<AutoPayPlanAnswer>()
  const [{ charges: planned }] = plan.days as [AutoPayPlanAnswer['days'][number]]
  expect(planned).toHaveLength(count)

  await runAndKill(day, 60)
  for (const kind of ['reset_before', 'reset_after'])
    await portal.sandbox.control('/faults', {
      method: 'POST',
      path: '/v1/payment_intents',
      kind,
      times: 6,
    })
  for (const target of [180, 300]) {
    await releaseLeases(portal)
    const child = resumeBatches(portal.deps, portal.system, autoPayBounds)
    await Promise.all([
      child,
      resumeBatches(portal.deps, portal.system, autoPayBounds),
      runAutoPay(portal.deps, portal.system, day),
    ])
    if ((await ended()) >= target) break
  }
  for (let round = 0; round < 20 && (await ended()) < count; round += 1) {
    await releaseLeases(portal)
    await Promise.all([
      reconcile(portal.deps, portal.system),
      reconcile(portal.deps, portal.system),
      resumeBatches(portal.deps, portal.system, autoPayBounds),
      runAutoPay(portal.deps, portal.system, day),
    ])
  }
  const told = await books(portal, accountId)
  // An interrupted payment is opened once more. A third attempt waits for the next day.
  const left = new Set(await interruptedTwice())
  const due = planned.filter(({ invoiceNumber }) => !left.has(invoiceNumber))
  expect(due.length).toBeGreaterThan(count * 0.9)
  expect(told.states.filter((state) => state === 'succeeded')).toHaveLength(due.length)
  const sum = Math.round(due.reduce((total, { amount }) => total + amount * 100, 0))
  expect([told.clearingCents, told.receivableCents]).toEqual([sum, -sum])
  expect(told.payments).toBe(due.length)
  // Compares with the provider's own list, not with the database: one charge per invoice.
  const taken = await everyCharge()
  expect(taken.reduce((total, { amount }) => total + amount, 0)).toBe(sum)
  expect(taken.map(({ metadata }) => metadata.invoice).sort()).toEqual(
    due.map(({ invoiceNumber }) => invoiceNumber).sort(),
  )
}, 240_000)

interface Charge {
  id: string
  amount: number
  metadata: { invoice: string }
}

async function everyCharge(): Promise<Charge[]> {
  const all: Charge[] = []
  for (let more = true; more;) {
    const after = all.length > 0 ? `&starting_after=${all.at(-1)!.id}` : ''
    const page = await portal.sandbox.provider<{ data: Charge[]; has_more: boolean }>(
      `/charges?limit=100${after}`,
    )
    all.push(...page.data)
    more = page.has_more
  }
  return all
}

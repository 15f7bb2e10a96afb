import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { Payer } from '../../../test/payer.ts'
import { testClock, testPortal } from '../../../test/test-portal.ts'
import { resumeBatches } from '../batch/resume-batches.ts'
import { endings } from '../charge/attempt.ts'
import { reconcile } from '../charge/reconcile.ts'
import { autoPayBounds } from './autopay-bounds.ts'
import { runAutoPay } from './run-autopay.ts'

const day = '2027-06-15'
const count = 500
const accountId = 'CRASH'
const portal = testPortal()
const clock = testClock(portal)
const paula = new Payer(portal)

/** Runs the command line in a separate process, killed with SIGKILL after this many charges. */
async function runAndKill(afterCharges: number): Promise<void> {
  const command = ['tools/run.mjs', 'apps/server/src/portal.ts', 'autopay', 'run', '--day', day]
  const child = spawn('node', command, {
    cwd: import.meta.portalRoot,
    env: { PATH: process.env['PATH'], ...portal.env },
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  while ((await ended()) < afterCharges && child.exitCode === null) await sleep(20)
  child.kill('SIGKILL')
  await gone
}

/** Counts finished invoices: charged, or opened twice and interrupted both times. */
async function ended(): Promise<number> {
  const [number] = await paula.values<number>(sql`
    select count(*) from (
      select from payment_attempt where account_id = ${accountId} and settled_at is not null
       group by invoice_id having bool_or(state = 'succeeded') or count(*) = 2) one`)
  return number!
}

const interruptedTwice = () =>
  paula.values(sql`
    select invoice_number from payment_attempt
     where account_id = ${accountId} and failure_code = ${endings.abandoned.code}
     group by 1 having count(*) = 2`)

test('500 invoices are charged once each through kills, lost answers and two workers', async () => {
  await clock.set(`${day}T10:00:00Z`)
  await paula.begin(accountId, { invoice: false })
  const category = await portal.given.category('Licenses')
  await portal.system.query(sql`
    insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, due_date, currency,
                         amount_cents, books_balance_cents)
    select ${accountId}, 'K-' || n, ${category}, ${day}, ${day}, 'USD', 1000 + n, 1000 + n
      from generate_series(1, ${count}) n`)
  expect((await paula.post('/api/payment/autopay/enable')).json()).toBe(true)
  const { charges: planned } = (await paula.plan()).days[0]!
  expect(planned).toHaveLength(count)

  const resume = () => resumeBatches(portal.deps, portal.system, autoPayBounds)
  const look = () => reconcile(portal.deps, portal.system)
  const run = () => runAutoPay(portal.deps, portal.system, day)
  await runAndKill(60)
  const broken = { method: 'POST', path: '/v1/payment_intents', times: 6 }
  for (const kind of ['reset_before', 'reset_after'])
    await portal.sandbox.control('/faults', { ...broken, kind })
  for (const target of [180, 300]) {
    await paula.release()
    await Promise.all([resume(), resume(), run()])
    if ((await ended()) >= target) break
  }
  for (let round = 0; round < 20 && (await ended()) < count; round += 1) {
    await paula.release()
    await Promise.all([look(), look(), resume(), run()])
  }
  const told = await paula.books()
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

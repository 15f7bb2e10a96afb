import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { givenPayer } from '../../../test/payments.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../../test/portal.ts'
import { runAutoPay } from './run-autopay.ts'

let portal: TestPortal
let paula: Browser
let accountId: string
let count = 0

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  accountId = `AP${(count += 1)}`
  paula = await givenPayer(portal, accountId)
})

const enable = (who = paula) => who.post('/api/payment/autopay/enable')
const disable = (who = paula) => who.post('/api/payment/autopay/disable')
const status = async (who = paula) => (await who.get('/api/payment/autopay-status')).json<boolean>()
const plan = async (who = paula) =>
  (await who.get('/api/payment/autopay/plan')).json<AutoPayPlanAnswer>()
const settings = (payload: object, who = paula) =>
  who.send('PUT', '/api/payment/autopay/settings', { payload })

const told = async () => {
  const { rows } = await portal.system.query<{ entry: string; mails: number }>(sql`
    select h.entry_type || ': ' || h.description as entry,
           (select count(*) from mail m where m.account_id = h.account_id and m.about = 'autopay ' || h.id) as mails
      from history_entry h where h.account_id = ${accountId} and h.entry_type like 'AutoPay%' order by h.id`)
  return rows
}

test('enrolling keeps who agreed to which words, from where, and tells the recipients once', async () => {
  await portal.system.query(sql`
    insert into external_recipient (account_id, email) values (${accountId}, 'books@x.example')`)
  expect(await status()).toBe(false)
  const answers = await Promise.all([enable(), enable(), enable()])
  expect(answers.map((answer) => answer.json<boolean>())).toEqual([true, true, true])
  expect(await status()).toBe(true)
  const { rows } = await portal.system.query(sql`
    select actor_name, ip_address, terms_version, terms like '%$50,000.00%' as names_limit, ended_at
      from autopay_enrolment where account_id = ${accountId}`)
  expect(rows).toEqual([
    {
      actor_name: 'payer Test',
      ip_address: '127.0.0.1',
      terms_version: '2026-11',
      names_limit: true,
      ended_at: null,
    },
  ])
  expect(await told()).toEqual([{ entry: 'AutoPay Enrolled: Enrolled in AutoPay', mails: 2 }])
  expect((await disable()).json()).toBe(false)
  expect((await disable()).json()).toBe(false)
  expect((await told()).map(({ entry }) => entry)).toEqual([
    'AutoPay Enrolled: Enrolled in AutoPay',
    'AutoPay Opted Out: Opted out of AutoPay',
  ])
})

test('the gates refuse in their order and leave nothing behind', async () => {
  await portal.given.invoice(accountId, `${accountId}-old`, { due: '2020-01-01' })
  const refusal = async () => (await enable()).json<{ message: string }>().message
  const cards = (change: string) =>
    portal.system.query(`update card set ${change} where account_id = '${accountId}'`)
  expect((await paula.get('/api/invoice/pastDue')).json()).toBe(true)
  expect(await refusal()).toBe('Unable to Enroll AutoPay - Has Past Due Invoices')
  await cards('exp_year = 2020')
  expect(await refusal()).toBe('Unable to Enroll In AutoPay - Card Expired')
  await cards('is_default = false')
  expect(await refusal()).toBe('Unable to Enroll AutoPay - No Valid Card')
  expect(await status()).toBe(false)
  expect(await told()).toEqual([])
})

test('the plan shows what is charged when, and everything else with its reason', async () => {
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await portal.given.invoice(accountId, 'P-soon', { due: soon, balance: 12_345 })
  await portal.given.invoice(accountId, 'P-euro', { due: soon, currency: 'EUR' })
  await portal.given.invoice(accountId, 'P-far', { due: '2199-01-01' })
  await portal.given.invoice(accountId, 'P-hidden', { due: soon, category: 'Secret' })
  const shown = await plan()
  expect(shown).toMatchObject({
    isEnrolled: false,
    card: { last4Digits: '4242' },
    days: [
      {
        day: soon,
        runsAt: `${soon}T21:00:00.000Z`,
        total: 123.45,
        charges: [{ invoiceNumber: 'P-soon', amount: 123.45 }],
      },
    ],
    hidden: 1,
  })
  expect(shown.notCovered.map(({ invoiceNumber, reason }) => [invoiceNumber, reason])).toEqual([
    ['P-euro', 'Only invoices in USD are paid by card'],
    ['P-far', 'Is due after the days planned here'],
  ])
  const numbers = async (path: string) =>
    (await paula.get(path))
      .json<{ invoiceNumber: string }[]>()
      .map(({ invoiceNumber }) => invoiceNumber)
  expect(await numbers('/api/invoice/upcomingUnpaidInvoices')).toEqual(['P-soon'])
  expect(await numbers('/api/invoice/unpaidEligibleInvoices')).toEqual(['P-soon', 'P-far'])
  expect(JSON.stringify(shown)).not.toContain('P-hidden')
})

test('caps and a pause are checked at the door, told about, and bind at once', async () => {
  for (const bad of [
    { capPerCharge: 0, capPerMonth: null, pausedUntil: null },
    { capPerCharge: 1.005, capPerMonth: null, pausedUntil: null },
    { capPerCharge: null, capPerMonth: null, pausedUntil: '2026-02-30' },
    { capPerCharge: null, capPerMonth: null },
    { capPerCharge: '5', capPerMonth: null, pausedUntil: null },
  ])
    expect((await settings(bad)).statusCode, JSON.stringify(bad)).toBe(400)
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await portal.given.invoice(accountId, 'C-1', { due: soon, balance: 10_001 })
  const answer = await settings({ capPerCharge: 100, capPerMonth: 5000.5, pausedUntil: null })
  expect(answer.json<AutoPayPlanAnswer>()).toMatchObject({
    days: [],
    notCovered: [{ invoiceNumber: 'C-1', reason: 'Exceeds your cap per charge' }],
    settings: { capPerCharge: 100, capPerMonth: 5000.5, pausedUntil: null },
  })
  await settings({ capPerCharge: 100, capPerMonth: 5000.5, pausedUntil: null })
  expect(await told()).toEqual([
    {
      entry:
        'AutoPay Settings: Changed AutoPay: no bounds → at most $100.00 per charge, at most $5,000.50 per month',
      mails: 1,
    },
  ])
})

test('a day is fixed when a company enrolls: what comes later waits, what rises is not charged', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const risen = await portal.given.invoice(accountId, 'F-1', { due: today, balance: 10_000 })
  await portal.given.invoice(accountId, 'F-2', { due: today, balance: 20_000 })
  await enable()
  const [first] = (await plan()).days
  expect(first?.charges.map(({ amount }) => amount)).toEqual([100, 200])
  await portal.system.query(sql`update invoice set books_balance_cents = 10001 where id = ${risen}`)
  await portal.given.invoice(accountId, 'F-3', { due: today, balance: 30_000 })
  const days = (await plan()).days.map(({ charges }) =>
    charges.map(({ invoiceNumber }) => invoiceNumber),
  )
  expect(days).toEqual([['F-2'], ['F-1', 'F-3']])
  await runAutoPay(portal.deps, portal.system, first!.day)
  const { rows } = await portal.system.query(sql`
    select i.invoice_number as number, t.left_out, p.state, p.amount_cents as cents, p.actor_name as actor
      from autopay_item t join invoice i on i.account_id = t.account_id and i.id = t.invoice_id
      left join payment_attempt p on p.account_id = i.account_id and p.invoice_id = i.id
     where t.account_id = ${accountId} and t.day = ${first!.day} order by 1`)
  expect(rows).toEqual([
    {
      number: 'F-1',
      left_out: 'Its balance had risen since the day was planned',
      state: null,
      cents: null,
      actor: null,
    },
    { number: 'F-2', left_out: null, state: 'succeeded', cents: 20_000, actor: 'AutoPay' },
  ])
})

test('opting out or pausing before the run charges nothing', async () => {
  const today = new Date().toISOString().slice(0, 10)
  await portal.given.invoice(accountId, 'O-1', { due: today })
  await enable()
  const [first] = (await plan()).days
  await disable()
  await runAutoPay(portal.deps, portal.system, first!.day)
  const { rows } = await portal.system.query(sql`
    select (select count(*) from payment_attempt where account_id = ${accountId}) as attempts,
           (select left_out from autopay_item where account_id = ${accountId}) as reason`)
  expect(rows).toEqual([{ attempts: 0, reason: 'AutoPay had ended' }])
})

import { beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { givenPayer } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testClock, testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
const clock = testClock(portal)
let paula: Browser
let accountId: string
let count = 0

beforeEach(async () => {
  accountId = `AP${(count += 1)}`
  await clock.release()
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

test('enrolling stores who agreed to which terms, from where, and mails the recipients once', async () => {
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
      terms_version: '2026-11-23',
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

test('the gates refuse in order and leave nothing behind', async () => {
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

test('the plan shows all charges with their day, and all other invoices with a reason', async () => {
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
    ['P-far', 'Is due after the planned days'],
  ])
  expect(JSON.stringify(shown)).not.toContain('P-hidden')
})

test('caps and a pause are validated, recorded, and take effect at once', async () => {
  for (const bad of [
    { capPerCharge: 0, capPerMonth: null, pausedUntil: null },
    { capPerCharge: null, capPerMonth: null, pausedUntil: '2026-02-30' },
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
        'AutoPay Settings: Changed AutoPay: no limits → at most $100.00 per charge, at most $5,000.50 per month',
      mails: 1,
    },
  ])
})

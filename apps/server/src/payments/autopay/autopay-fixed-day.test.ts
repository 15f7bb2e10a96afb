import { beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { addDays } from '@portal/domain/kernel/day'
import type { AutoPayPlanAnswer, PlannedInvoiceRow } from '@portal/domain/payments/autopay.schema'
import { givenPayer, takenFrom } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testClock, testPortal } from '../../../test/test-portal.ts'
import { queuedMails } from '../../../test/mails.ts'
import { runAutoPay } from './run-autopay.ts'

const day = '2027-03-10'
const portal = testPortal()
const clock = testClock(portal)
let paula: Browser
let accountId: string
let count = 0

beforeEach(async () => {
  accountId = `FD${(count += 1)}`
  await at('08:00')
  paula = await givenPayer(portal, accountId)
})

const at = (time: string, when = day) => clock.set(`${when}T${time}:00Z`)
const work = () => runAutoPay(portal.deps, portal.system)
const enable = () => paula.post('/api/payment/autopay/enable')
const given = (number: string, is: { due?: string; balance?: number } = {}) =>
  portal.given.invoice(accountId, number, { due: day, ...is })
const setBalance = (id: string, cents: number) =>
  portal.system.query(sql`update invoice set books_balance_cents = ${cents} where id = ${id}`)
const plan = async () => (await paula.get('/api/payment/autopay/plan')).json<AutoPayPlanAnswer>()
const planned = async () =>
  (await plan()).days.map(({ day: on, charges }) => [on, charges.map((one) => one.invoiceNumber)])
const list = async (name: 'upcoming' | 'eligible') => {
  const path = name === 'upcoming' ? 'upcomingUnpaidInvoices' : 'unpaidEligibleInvoices'
  const rows = (await paula.get(`/api/invoice/${path}`)).json<PlannedInvoiceRow[]>()
  return rows.map((row) => [row.invoiceNumber, row.day ?? row.reason])
}

/** Returns the fixed items, and why invoices were left out. */
async function items() {
  const { rows } = await portal.system.query<{ item: string }>(sql`
    select i.invoice_number || coalesce(': ' || t.left_out, '') as item
      from autopay_item t join invoice i on i.account_id = t.account_id and i.id = t.invoice_id
     where t.account_id = ${accountId} order by t.day, i.invoice_number`)
  return rows.map(({ item }) => item)
}

const mails = () => queuedMails(portal, sql`account_id = ${accountId} and about like 'batch %'`)

test('R18: table, dialogs, plan and run agree on what is charged', async () => {
  const cap = { capPerCharge: 100, capPerMonth: null, pausedUntil: null }
  await paula.send('PUT', '/api/payment/autopay/settings', { payload: cap })
  await enable()
  await given('R-overdue', { due: '2027-03-01' })
  await given('R-today')
  await given('R-last', { due: addDays(day, 29) })
  await given('R-day30', { due: addDays(day, 30) })
  await given('R-capped', { balance: 10_001 })
  await portal.given.invoice(accountId, 'R-undated', { due: null })
  const all = [
    ['R-overdue', day],
    ['R-capped', 'Exceeds your cap per charge'],
    ['R-today', day],
    ['R-last', addDays(day, 29)],
  ]
  expect(await list('eligible')).toEqual(all)
  expect(await list('upcoming')).toEqual(all.slice(1))
  expect(await planned()).toEqual([
    [day, ['R-overdue', 'R-today']],
    [addDays(day, 29), ['R-last']],
  ])
  expect((await plan()).notCovered.map((row) => [row.invoiceNumber, row.reason])).toEqual([
    ['R-capped', 'Exceeds your cap per charge'],
    ['R-day30', 'Is due after the planned days'],
    ['R-undated', 'Has no due date'],
  ])
  await at('09:00')
  await work()
  await at('21:00')
  await work()
  expect(await takenFrom(portal, accountId)).toEqual([10_000, 10_000])
  expect(await items()).toEqual(['R-overdue', 'R-today'])
})

test('a day is fixed at 09:00: later invoices wait, raised ones are left out, mailed and planned again', async () => {
  const risen = await given('F-1', { balance: 10_000 })
  await given('F-2', { balance: 20_000 })
  await enable()
  expect(await items()).toEqual([])
  await at('09:00')
  await work()
  expect(await items()).toEqual(['F-1', 'F-2'])
  await setBalance(risen, 10_001)
  await given('F-3', { balance: 30_000 })
  expect(
    (await plan()).days.map((one) => [
      one.day,
      one.charges.map((row) => [row.invoiceNumber, row.reason]),
    ]),
  ).toEqual([
    [day, [['F-2', null]]],
    [
      addDays(day, 1),
      [
        ['F-1', "Its balance rose after the day's charges were fixed"],
        ['F-3', "Arrived after the day's charges were fixed"],
      ],
    ],
  ])
  await at('21:00')
  await work()
  expect(await takenFrom(portal, accountId)).toEqual([20_000])
  expect(await items()).toEqual(["F-1: Its balance rose after the day's charges were fixed", 'F-2'])
  const [mail] = await mails()
  expect(mail?.subject).toBe('AutoPay: payment of 2 invoices: 1 paid, 1 not paid')
  expect(mail?.text).toContain("F-1: Its balance rose after the day's charges were fixed")
  expect(mail?.text).not.toContain('F-3')
  await at('09:00', addDays(day, 1))
  await work()
  await at('21:00', addDays(day, 1))
  await work()
  expect(await takenFrom(portal, accountId)).toEqual([10_001, 20_000, 30_000])
})

test('when all invoices are left out, the mail of the run says so', async () => {
  const risen = await given('A-1')
  await enable()
  await at('09:00')
  await work()
  await setBalance(risen, 10_001)
  await at('21:00')
  await work()
  await work()
  expect(await takenFrom(portal, accountId)).toEqual([])
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'AutoPay: payment of 1 invoice: 1 not paid',
  ])
})

test('an invoice that was paid by hand and is due again is a new demand, even for the same amount', async () => {
  const id = await given('N-1')
  await enable()
  await at('09:00')
  await work()
  const paid = await paula.post(`/api/invoice/${id}/payment`)
  expect(paid.statusCode).toBe(200)
  await portal.system.query(sql`
    insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
    select account_id, invoice_id, id, amount_cents from payment_attempt where account_id = ${accountId}`)
  await portal.system.query(sql`
    update payment_attempt set posted_at = now() where account_id = ${accountId}`)
  const expected = "N-1: Was paid after the day's charges were fixed, and is owed again"
  await at('21:00')
  await work()
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
  expect(await items()).toEqual([expected])
  const [row] = (await plan()).days[0]!.charges
  expect([row?.invoiceNumber, row?.demand]).toEqual(['N-1', 1])
})

test('an invoice paid by hand before the run is left out as paid, and no mail says otherwise', async () => {
  const id = await given('H-1')
  await enable()
  await at('09:00')
  await work()
  expect((await paula.post(`/api/invoice/${id}/payment`)).statusCode).toBe(200)
  await at('21:00')
  await work()
  expect(await items()).toEqual(['H-1: A payment is in progress or being posted'])
  expect(await mails()).toEqual([])
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
})

test('with books that name no payments nothing is charged after a payment', async () => {
  const id = await portal.given.invoice(accountId, 'U-1', { due: day, namesPayments: false })
  await enable()
  expect((await paula.post(`/api/invoice/${id}/payment`)).statusCode).toBe(200)
  await portal.system.query(sql`
    update payment_attempt set posted_at = now() where account_id = ${accountId}`)
  await setBalance(id, 4_000)
  await at('09:00')
  await work()
  await at('21:00')
  await work()
  expect([await planned(), await items()]).toEqual([[], []])
  await portal.system.query(sql`
    update payment_attempt set settled_at = now() - interval '400 days' where account_id = ${accountId}`)
  expect((await plan()).notCovered.map(({ reason }) => reason)).toEqual([
    'Is being reconciled with your provider',
  ])
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
})

test('enrolling, a card, a cap and a pause fix the day again, until its run', async () => {
  await given('E-1', { balance: 10_000 })
  await at('20:30')
  await enable()
  expect(await items()).toEqual(['E-1'])
  await given('E-2', { balance: 20_000 })
  await paula.post('/api/payment/card?stripeToken=pm_card_mastercard')
  const [, other] = (await paula.get('/api/payment/card')).json<{ id: string }[]>()
  await paula.send('PUT', `/api/payment/card/default?cardId=${other?.id}`)
  expect(await items()).toEqual(['E-1', 'E-2'])
  const settings = (payload: object) =>
    paula.send('PUT', '/api/payment/autopay/settings', { payload })
  await settings({ capPerCharge: 150, capPerMonth: null, pausedUntil: null })
  expect(await items()).toEqual(['E-1'])
  // A later hour changes what is charged, never what was fixed.
  await at('21:00')
  await settings({ capPerCharge: null, capPerMonth: null, pausedUntil: null })
  expect(await items()).toEqual(['E-1'])
  await work()
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
})

test('a day that could not be fixed by 20:00 is not run, and the plan says tomorrow', async () => {
  await given('L-1')
  await enable()
  await at('19:59')
  expect(await planned()).toEqual([[day, ['L-1']]])
  await at('20:00')
  await work()
  expect(await planned()).toEqual([[addDays(day, 1), ['L-1']]])
  await at('21:00')
  await work()
  expect([await items(), await takenFrom(portal, accountId)]).toEqual([[], []])
})

test('a run that did not start on its day is not made up for', async () => {
  await given('M-1')
  await enable()
  await at('09:00')
  await work()
  await at('00:00', addDays(day, 1))
  await work()
  expect(await items()).toEqual(['M-1: The day passed without a run'])
  expect(await takenFrom(portal, accountId)).toEqual([])
})

test('opting out before the run charges nothing', async () => {
  await given('O-1')
  await enable()
  await at('09:00')
  await work()
  await paula.post('/api/payment/autopay/disable')
  await at('21:00')
  await work()
  expect(await items()).toEqual(['O-1: AutoPay had ended'])
  expect(await takenFrom(portal, accountId)).toEqual([])
})

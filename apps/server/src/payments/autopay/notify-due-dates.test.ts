import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { testPayer } from '../../../test/payments/payer.ts'
import { queuedMails } from '../../../test/portal/mails.ts'
import { testClock, testPortal } from '../../../test/portal/test-portal.ts'
import { notifyDueDates } from './notify-due-dates.ts'

const portal = testPortal()
const clock = testClock(portal)
const paula = testPayer(portal, 'DD', { invoice: false })

beforeEach(async () => {
  await clock.set('2026-11-25T08:00:00Z')
  await portal.system.query(`update company set due_told_on = '2026-11-24'`)
})

/** The worker's round at an instant; returns the new mails. */
async function told(instant: string) {
  await portal.system.query('delete from mail')
  await clock.set(instant)
  const run = () => notifyDueDates(portal.deps, portal.system)
  await Promise.all([run(), run()])
  const mails = await queuedMails(
    portal,
    sql`account_id = ${paula.accountId} and kind = 'dueDates'`,
  )
  return mails.map(({ recipient, subject }) => [recipient.split('@')[0], subject])
}
const to = (name: string, subject: string) => [name, `${subject}, ${paula.number()}`]

test('each step of a due date is mailed once at 09:00, also if days are missed or the due date moves', async () => {
  await paula.given(1, { due: '2026-11-28', amount: 25_000, balance: 10_000 })
  await paula.given(2, { due: '2026-11-29' })
  await paula.given(3, { due: null })
  await paula.given(4, { due: '2026-11-20', balance: -500 })
  expect(await told('2026-11-25T08:59:00Z')).toEqual([])
  expect(await told('2026-11-25T09:00:00Z')).toEqual([to('payer', '$100.00 is due on 11/28/2026')])
  expect(await told('2026-11-25T23:00:00Z')).toEqual([])
  await portal.system.query(
    `update invoice set due_date = '2026-12-30' where invoice_number ~ '-2$'`,
  )
  expect(await told('2026-11-28T09:00:00Z')).toEqual([])
  // The worker did not run for days.
  expect(await told('2026-12-01T09:00:00Z')).toEqual([to('payer', '$100.00 was due on 11/28/2026')])
  await portal.system.query(
    `update invoice set due_date = '2026-12-02' where invoice_number ~ '-1$'`,
  )
  expect(await told('2026-12-02T09:00:00Z')).toEqual([to('payer', '$100.00 is due on 12/02/2026')])
  await paula.setBalance(4_000, (await paula.invoice()).id)
  expect(await told('2026-12-17T09:00:00Z')).toEqual([to('payer', '$40.00 was due on 12/02/2026')])
})

test('no mail asks to pay what AutoPay charges or what is being paid', async () => {
  const paid = await paula.given(1, { due: '2026-11-26' })
  await paula.given(2, { due: '2026-11-26' })
  await paula.given(3, { due: '2026-11-26', currency: 'EUR' })
  expect((await paula.pay('', '', paid)).statusCode).toBe(200)
  expect((await paula.post('/api/payment/autopay/enable')).statusCode).toBe(200)
  expect(await told('2026-11-25T09:00:00Z')).toEqual([
    ['payer', `€100.00 is due on 11/26/2026, ${paula.number(3)}`],
  ])
  const [mail] = await paula.mails('due dates %')
  expect(mail!.text).toContain('AutoPay does not charge it: Only invoices in USD are paid by card.')
  expect((await paula.post('/api/payment/autopay/disable')).statusCode).toBe(200)
  expect(await told('2026-11-27T09:00:00Z')).toEqual([
    ['payer', `2 invoices are overdue, ${paula.number(2)} and others`],
  ])
})

test('the readers are those who may pay and see the category, else those who manage users and see it, and mailboxes', async () => {
  const data = { due: '2026-11-26', category: 'Market Data' }
  await paula.given(1, { due: '2026-11-26' })
  await paula.given(2, data)
  await paula.colleague('manager', ['Licenses', 'Market Data'], ['AccessInvoices', 'ManageUsers'])
  await paula.colleague('reader', ['Market Data'], ['AccessInvoices'])
  for (const email of ['ap@x.example', 'late@x.example']) await paula.mailbox(email)
  await portal.system.query(
    `update mail_address set confirmed_by_link_at = null where email = 'late@x.example'`,
  )
  const due = '$100.00 is due on 11/26/2026'
  expect(await told('2026-11-25T09:00:00Z')).toEqual([
    ['ap', `${due}, ${paula.number()}`],
    ['manager', `${due}, ${paula.number(2)}`],
    ['payer', `${due}, ${paula.number()}`],
  ])
  // Nobody sees it: it is told when a user does.
  await paula.given(3, { ...data, category: 'Hosting' })
  expect(await told('2026-11-26T09:00:00Z')).toEqual([])
  await paula.colleague('new', ['Hosting'])
  expect(await told('2026-11-27T09:00:00Z')).toMatchObject([
    ['ap', expect.any(String)],
    ['manager', expect.any(String)],
    ['new', `$100.00 was due on 11/26/2026, ${paula.number(3)}`],
    ['payer', expect.any(String)],
  ])
})

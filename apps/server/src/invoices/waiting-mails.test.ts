import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { takeBooks } from '../../test/import/import-fixture.ts'
import { testPayer } from '../../test/payments/payer.ts'
import { queuedMails, sentMails } from '../../test/portal/mails.ts'
import { testClock, testPortal } from '../../test/portal/test-portal.ts'
import { notifyDueDates } from '../payments/autopay/notify-due-dates.ts'
import { runAutoPay } from '../payments/autopay/run-autopay.ts'
import { notifyInvoices } from './notify-invoices.ts'

const portal = testPortal()
const clock = testClock(portal)
const paula = testPayer(portal, 'WM', { invoice: false })

let minute = 0
const at = (minutes: number) =>
  clock.set(new Date(Date.UTC(2026, 10, 25, 8, (minute += minutes))).toISOString())

beforeEach(async () => {
  minute = 0
  await at(0)
  await portal.system.query('update mail set sent_at = now()')
})

const record = (invoiceCategory: string, nth = 1) =>
  paula.record({ invoiceNumber: paula.number(nth), invoiceCategory, dueDate: '2026-11-26' })
async function imported(...records: object[]) {
  await takeBooks(portal.system, records)
  await at(11)
  await notifyInvoices(portal.deps, portal.system)
}
const named = (mails: { recipient: string; kind?: string; subject: string }[]) =>
  mails.map(({ recipient, kind, subject }) => `${recipient.split('@')[0]} ${kind ?? subject}`)
const waiting = async () =>
  named(await queuedMails(portal, sql`sent_at is null and account_id = ${paula.accountId}`))
const sent = async () => named(await sentMails(portal)).toSorted()

test('a waiting mail is not sent to a user who may no longer see one of its invoices', async () => {
  await paula.mailbox('ap@x.example')
  await paula.colleague('both', ['Licenses', 'Market Data'], ['AccessInvoices'])
  await imported(record('Licenses', 1), record('Licenses', 2))
  await at(60)
  await notifyDueDates(portal.deps, portal.system)
  expect((await waiting()).toSorted()).toEqual([
    'ap dueDates',
    'ap mailboxInvoices',
    'ap mailboxInvoices',
    'both newInvoices',
    'payer dueDates',
    'payer newInvoices',
  ])
  await takeBooks(portal.system, [record('Market Data', 2)])
  expect(await sent()).toEqual([
    `ap Invoice ${paula.number()}, $1,000.00, due 11/26/2026`,
    `both 2 new invoices, ${paula.number(2)} and others`,
  ])
  await imported(record('Licenses', 3))
  await portal.system.query(sql`
    update portal_user set deactivated_at = now() where account_id = ${paula.accountId} and email like 'both%'`)
  await portal.system.query(sql`
    update portal_user set permissions = '{}' where account_id = ${paula.accountId} and email like 'payer%'`)
  expect(await sent()).toEqual([expect.stringContaining('ap Invoice')])
})

test('an invoice whose mail was not sent comes when it returns', async () => {
  await paula.mailbox('ap@x.example')
  await imported(record('Licenses'))
  await takeBooks(portal.system, [record('Market Data')])
  expect(await sent()).toEqual([])
  await imported()
  await imported(record('Licenses'))
  expect(await waiting()).toContain('ap mailboxInvoices')
})

test("the mail of AutoPay's day reaches super admins, and no mailbox whose category was taken away", async () => {
  await paula.mailbox('ap@x.example')
  await paula.given(1, { due: '2026-11-25', balance: 30 })
  await paula.post('/api/payment/autopay/enable')
  const { accountId } = paula
  await portal.given.user(
    `su@${accountId}.example`,
    accountId,
    ['AccessInvoices', 'PayInvoices'],
    [],
    'SuperAdmin',
  )
  await at(60)
  await portal.system.query(sql`update mail set sent_at = now()`)
  await runAutoPay(portal.deps, portal.system)
  expect(await waiting()).toEqual(['ap failures', 'payer failures', 'su failures'])
  await portal.system.query(sql`
    update external_recipient set invoice_category_ids = '{}' where account_id = ${accountId}`)
  const subject = 'AutoPay: 1 due invoice is not charged, 11/25/2026'
  expect(await sent()).toEqual([`payer ${subject}`, `su ${subject}`])
})

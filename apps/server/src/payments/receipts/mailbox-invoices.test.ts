import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ExternalRecipient } from '@portal/domain/payments/recipients.schema'
import { takeBooks } from '../../../test/import/import-fixture.ts'
import { givenRecipients } from '../../../test/payments/given-recipients.ts'
import { testPayer } from '../../../test/payments/payer.ts'
import { queuedMails, sentMails } from '../../../test/portal/mails.ts'
import { testClock, testPortal } from '../../../test/portal/test-portal.ts'
import { notifyInvoices } from '../../invoices/notify-invoices.ts'

const portal = testPortal()
const clock = testClock(portal)
const paula = testPayer(portal, 'MB', { invoice: false })
const email = 'ap@books.example'
const log = { warn: () => {} }

const ids = async (...names: string[]) =>
  paula.values<number>(
    sql`select invoice_category_id from invoice_category where name = any (${names}) order by 1`,
  )
const choose = async (names: string[], who = paula.browser, to = email) =>
  who.send('PUT', '/api/payment/recipient/external/invoices', {
    payload: { crmId: paula.accountId, email: to, invoiceCategories: await ids(...names) },
  })
const chosen = async () =>
  (await paula.json<ExternalRecipient[]>('/api/payment/recipients/external')).find(
    (one) => one.email === email,
  )
/** Confirms by the link of the newest request. */
async function confirm(isWanted = true) {
  const request = (await paula.mails('recipient request %')).at(-1)!
  const [url = ''] = /\/notifications\/recipient\S+/.exec(request.text) ?? []
  expect((await portal.stranger.post(`/api${url}`, { payload: { isWanted } })).statusCode).toBe(200)
}

let minute = 0
/** Imports records and writes the mails ten minutes later; returns the subjects of the mails to the mailbox. */
async function sent(...records: object[]) {
  await portal.system.query(sql`update mail set sent_at = now() where recipient = ${email}`)
  const at = (minutes: number) =>
    clock.set(new Date(Date.UTC(2026, 10, 25, 9, (minute += minutes))).toISOString())
  await at(20)
  await takeBooks(portal.system, records)
  await at(10)
  await notifyInvoices({ ...portal.deps, log }, portal.system)
  const waiting = sql`recipient = ${email} and sent_at is null and kind = 'mailboxInvoices'`
  return (await queuedMails(portal, waiting)).map(({ subject }) => subject).toSorted()
}
const record = (rest?: object) => paula.record(rest)

beforeEach(async () => {
  minute = 0
  await clock.set('2026-11-25T09:00:00Z')
  await portal.system.query('delete from rate_window')
  await portal.system.query('update mail set sent_at = now()')
  await portal.given.user(`max@${paula.accountId}.example`, paula.accountId, ['ManageUsers'], [])
  await paula.colleague('data', ['Market Data', 'Licenses'])
  await givenRecipients(portal, paula.accountId, email)
})

describe('who may choose the invoices of a mailbox', () => {
  test('needs to see each category; the managers and the history say who chose what', async () => {
    expect((await choose(['Market Data'])).statusCode).toBe(403)
    expect((await choose(['Licenses'], paula.browser, 'other@x.example')).statusCode).toBe(404)
    const both = await portal.signIn(`data@${paula.accountId.toLowerCase()}.example`)
    expect((await choose(['Licenses', 'Market Data'], both)).json()).toMatchObject({
      invoices: 'waiting',
      categories: [{ name: 'Licenses' }, { name: 'Market Data' }],
    })
    // Paula does not see the other category, and does not change it.
    expect(await chosen()).toMatchObject({ categories: [{ name: 'Licenses' }] })
    expect((await choose([])).json()).toMatchObject({ invoices: 'waiting', categories: [] })
    expect(await paula.history('Recipient Invoices')).toEqual([
      `The payment notification recipient ${email} gets invoices of Licenses, Market Data`,
      `The payment notification recipient ${email} gets invoices of Market Data`,
    ])
    const told = await queuedMails(
      portal,
      sql`kind = 'mailboxes' and account_id = ${paula.accountId}`,
    )
    expect(told).toMatchObject(
      Array.from({ length: 2 }, () => ({
        recipient: `max@${paula.accountId.toLowerCase()}.example`,
        subject: `${email} gets invoices of your company`,
      })),
    )
    expect(told[0]!.text).toContain('Categories: Licenses, Market Data\nChosen by: data Test')
  })

  test('no invoices for a user of the company, or for a mailbox that refused', async () => {
    const user = `data@${paula.accountId.toLowerCase()}.example`
    await givenRecipients(portal, paula.accountId, user)
    expect((await choose(['Licenses'], paula.browser, user)).statusCode).toBe(409)
    await choose(['Licenses'])
    await confirm(false)
    expect(await chosen()).toMatchObject({ state: 'declined', invoices: 'off' })
    await choose([])
    expect((await choose(['Licenses'])).statusCode).toBe(409)
  })
})

describe('a mailbox', () => {
  beforeEach(() => choose(['Licenses']))

  test('that became a user, who left, gets nothing until its invoices are chosen again', async () => {
    await confirm()
    await portal.given.user(email, paula.accountId, ['AccessInvoices'], ['Licenses'])
    expect(await chosen()).toMatchObject({ invoices: 'none', categories: [] })
    await portal.system.query(
      sql`update portal_user set deactivated_at = portal_now() + interval '1 minute' where email = ${email}`,
    )
    expect(await sent(record())).toEqual([])
    expect(await chosen()).toMatchObject({ invoices: 'none' })
    expect((await choose(['Licenses'])).json()).toMatchObject({ invoices: 'sent' })
    expect(await sent(record({ invoiceNumber: paula.number(2) }))).toHaveLength(1)
  })

  test('gets nothing until it confirms by its link, also if a record named it', async () => {
    expect(await paula.mails('recipient request %')).toMatchObject([
      { recipient: email, subject: `Company ${paula.accountId} asks to send you its invoices` },
    ])
    expect(await sent(record())).toEqual([])
    expect(await chosen()).toMatchObject({ state: 'confirmed', invoices: 'waiting' })
    await confirm()
    expect(await chosen()).toMatchObject({ state: 'confirmed', invoices: 'sent' })
    expect(await sent(record({ invoiceNumber: paula.number(2) }))).toHaveLength(1)
    // The past is not sent.
    expect(await sent(record({ balanceDue: '400.00' }))).toEqual([])
  })

  test('gets each new, corrected, moved and withdrawn invoice once, with its PDF', async () => {
    await confirm()
    const number = paula.number()
    const subject = `${number}, $1,000.00, due 12/08/2026`
    expect(await sent(record())).toEqual([`Invoice ${subject}`])
    const mail = (await sentMails(portal)).find(({ recipient }) => recipient === email)!
    expect(mail.files?.map(({ filename }) => filename)).toEqual([`${number}.pdf`])
    expect(mail.turnOffUrl).toContain('kind=mailboxInvoices')
    expect(await sent(record())).toEqual([])
    expect(await sent(record({ balanceDue: '900.00' }))).toEqual([])
    const corrected = record({ amount: '1200.00', balanceDue: '1200.00' })
    expect(await sent(corrected)).toEqual([
      `Corrected invoice ${number}, $1,200.00, due 12/08/2026`,
    ])
    // A due date that moves away and back comes again.
    expect(await sent({ ...corrected, dueDate: '2026-12-20' })).toHaveLength(1)
    expect(await sent(corrected)).toHaveLength(1)
    expect(await sent({ ...corrected, invoiceCategory: 'Market Data' })).toEqual([])
    expect(await sent(corrected)).toEqual([])
    const gone = { record: 'delete', kind: 'invoice', key: number }
    expect(await sent(gone)).toEqual([`Withdrawn invoice ${number}, $1,200.00`])
    expect((await sentMails(portal)).find(({ recipient }) => recipient === email)?.files).toEqual(
      [],
    )
    expect(await sent(corrected)).toEqual([`Invoice ${number}, $1,200.00, due 12/08/2026`])
  })

  test('gets no past, no other category, and no withdrawal of what it did not get', async () => {
    await confirm()
    const other = { invoiceNumber: paula.number(2), invoiceCategory: 'Market Data' }
    expect(await sent(record({ date: '2026-10-25' }), record(other))).toEqual([])
    const both = await portal.signIn(`data@${paula.accountId.toLowerCase()}.example`)
    await choose(['Licenses', 'Market Data'], both)
    expect(await sent({ record: 'delete', kind: 'invoice', key: paula.number(2) })).toEqual([])
    expect(await sent(record({ ...other, invoiceCategory: 'Licenses' }))).toHaveLength(1)
  })

  test('whose category is taken away while a mail waits, or that turned the mails off, gets nothing', async () => {
    await confirm()
    await sent(record())
    await choose([])
    expect((await sentMails(portal)).map(({ recipient }) => recipient)).not.toContain(email)
    await choose(['Licenses'])
    expect(await sent(record({ invoiceNumber: paula.number(2) }))).toHaveLength(1)
    const url = (await sentMails(portal)).find(({ recipient }) => recipient === email)!.turnOffUrl!
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const off = await portal.app.inject({
      method: 'POST',
      url: url.replace(/^https?:\/\/[^/]+/, ''),
      headers,
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(off.statusCode).toBe(200)
    expect(await chosen()).toMatchObject({ invoices: 'off' })
    expect(await sent(record({ invoiceNumber: paula.number(3) }))).toEqual([])
  })
})

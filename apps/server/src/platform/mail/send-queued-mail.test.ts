import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { printersOf, queuedMails } from '../../../test/portal/mails.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { mailPorts } from '../../notifications/mail-ports.ts'
import { smtpMail } from '../../providers/mail/send-mail.ts'
import { withAccount } from '../database/database.ts'
import { queueMail, type Mail } from './mail-queue.ts'
import { sendQueuedMail } from './send-queued-mail.ts'

const portal = testPortal()
let about = 0

beforeAll(async () => {
  await portal.given.company('A1')
})

beforeEach(async () => {
  await portal.system.query('delete from mail')
  await fetch(`${portal.sandbox.mailOrigin}/messages`, { method: 'DELETE' })
})

const send = (by = smtpMail(portal.deps.config)) =>
  sendQueuedMail(portal.system, portal.deps.config, by, mailPorts(printersOf(portal)))
const put = (more: Partial<Mail>) => {
  const mail: Mail = {
    accountId: 'A1',
    about: `test ${(about += 1)}`,
    kind: 'receipts',
    recipients: ['ana@a.example'],
    subject: 'One',
    heading: 'Hello <b>you</b> & "all"',
    preview: 'Hidden',
    facts: [],
    ...more,
  }
  return withAccount(portal.deps.db, mail.accountId, (tx) => queueMail(tx, mail))
}
const queue = (subject: string, recipients = ['ana@a.example']) => put({ subject, recipients })

interface Message {
  messageId: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}
const mailbox = async () =>
  (await (await fetch(`${portal.sandbox.mailOrigin}/messages`)).json()) as Message[]

test('a queued mail arrives once, as text and as escaped HTML', async () => {
  await queue('Receipt')
  expect(await send()).toBe(1)
  expect(await send()).toBe(0)
  const [mail, ...others] = await mailbox()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: ['ana@a.example'], subject: 'Receipt' })
  expect(mail?.text).toContain('Hello <b>you</b> & "all"')
  expect(mail?.html).toContain('&#60;b&#62;you')
  expect(mail?.html).not.toContain('<b>')
  expect(mail?.text).not.toContain('Hidden')
})

test('an address gets one mail per key, and two senders share the work', async () => {
  const both = { about: 'once', recipients: ['ana@a.example', 'bo@a.example'] }
  await put(both)
  await put(both)
  const sent = await Promise.all([send(), send()])
  expect(sent.reduce((sum, one) => sum + one)).toBe(2)
  expect(await mailbox()).toHaveLength(2)
})

test('a mail that the server refuses is retried later, with the same Message-ID', async () => {
  await queue('Later')
  await fetch(`${portal.sandbox.mailOrigin}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ times: 1, code: 451 }),
  })
  await send()
  expect(await mailbox()).toEqual([])
  expect(await send()).toBe(0)
  const { rows } = await portal.system.query('select id, last_error, sent_at from mail')
  expect(rows).toEqual([
    { id: expect.any(String), last_error: expect.stringMatching(/451/), sent_at: null },
  ])
  await portal.system.query('update mail set next_try_at = now()')
  await send()
  expect((await mailbox())[0]?.messageId).toBe(`<${rows[0].id}@localhost>`)
})

test('text with line breaks adds no header and no recipient', async () => {
  await queue('Invoice\r\nBcc: eve@evil.example', ['ana@a.example'])
  await send()
  const mails = await mailbox()
  expect(mails.map((mail) => mail.to)).toEqual([['ana@a.example']])
  expect(mails[0]?.subject).toBe('Invoice Bcc: eve@evil.example')
})

test('a mail that can be turned off has the headers for one click, for its thread and for automatic mail', async () => {
  const thread = 'invoice 1'
  await put({ thread })
  await put({ thread })
  await put({ thread, required: ['ana@a.example'] })
  await put({ thread: 'other', kind: 'security' })
  await send()
  const all = await mailbox()
  const { seller, origin } = portal.deps.config
  for (const { headers } of all) {
    expect(headers['auto-submitted']).toBe('auto-generated')
    expect(headers['reply-to']).toBe(seller.email)
  }
  const off = all.filter(({ headers }) => headers['list-unsubscribe'])
  expect(off).toHaveLength(2)
  for (const { headers, text } of off) {
    const url = /^<(.*)>$/.exec(headers['list-unsubscribe']!)?.[1]
    expect(url).toMatch(`${origin}/notifications/off?accountId=A1&key=`)
    expect(text).toContain(url)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  }
  const threads = new Set(all.map(({ headers }) => headers['references']))
  expect(threads.size).toBe(2)
})

test('a missing mailbox is marked and not retried until the next accepted mail', async () => {
  const refusedAt = async () => {
    const { rows } = await portal.system.query<{ at: Date | null }>(
      `select refused_at as at from mail_address where email = 'unknown.mailbox@a.example'`,
    )
    return rows[0]?.at
  }
  await queue('Refused', ['unknown.mailbox@a.example'])
  expect(await send()).toBe(1)
  await portal.system.query('update mail set next_try_at = now()')
  expect(await send()).toBe(0)
  expect(await refusedAt()).toBeInstanceOf(Date)
  await queue('Accepted', ['unknown.mailbox@a.example'])
  await send(() => Promise.resolve(undefined))
  expect(await refusedAt()).toBeNull()
})

test('the managers get one mail about a missing mailbox, and none about their own', async () => {
  await portal.given.company('M1', 'Moss & Co')
  await portal.given.user('mia@m.example', 'M1', ['ManageUsers'])
  await portal.given.user('unknown.mailbox@m.example', 'M1', ['ManageUsers'])
  await portal.given.user('pat@m.example', 'M1', ['PayInvoices', 'AccessInvoices'])
  const told = () => queuedMails(portal, sql`account_id = 'M1' and kind = 'refusedAddresses'`)
  const unknown = { accountId: 'M1', recipients: ['unknown.mailbox@m.example'] }
  await put(unknown)
  await put(unknown)
  await send()
  await send()
  const subject = 'Emails of Moss & Co to unknown.mailbox@m.example are refused'
  expect(await told()).toMatchObject([{ recipient: 'mia@m.example', subject }])
})

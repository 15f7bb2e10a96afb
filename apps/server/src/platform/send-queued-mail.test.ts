import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'
import { smtpMail } from '../providers/mail/send-mail.ts'
import { withAccount } from './database.ts'
import { queueMail } from './mail-queue.ts'
import { sendQueuedMail } from './send-queued-mail.ts'

let portal: TestPortal
let about = 0

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.given.company('A1')
})
afterAll(() => portal.close())

beforeEach(async () => {
  await portal.system.query('delete from mail')
  await fetch(`${portal.sandbox.mailOrigin}/messages`, { method: 'DELETE' })
})

const send = () => sendQueuedMail(portal.system, smtpMail(portal.deps.config))
const queue = (subject: string, recipients = ['ana@a.example'], again = false) =>
  withAccount(portal.deps.db, 'A1', (tx) =>
    queueMail(tx, {
      accountId: 'A1',
      about: `test ${again ? about : ++about}`,
      recipients,
      subject,
      paragraphs: ['Hello <b>you</b> & "all"'],
    }),
  )

interface Message {
  messageId: string
  to: string[]
  subject: string
  text: string
  html: string
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
})

test('an address gets one mail per key, and two senders share the work', async () => {
  await queue('Receipt', ['ana@a.example', 'bo@a.example'])
  await queue('Receipt', ['ana@a.example', 'bo@a.example'], true)
  const sent = await Promise.all([send(), send()])
  expect(sent.reduce((sum, one) => sum + one)).toBe(2)
  expect(await mailbox()).toHaveLength(2)
})

test('a mail the server refuses is tried again later, with the same Message-ID', async () => {
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

import nodemailer from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail } from './mailbox.ts'
import { startMail } from './start-mail.ts'

let mail: Awaited<ReturnType<typeof startMail>>

beforeAll(async () => {
  mail = await startMail({ pagePort: 0, smtpPort: 0 })
})
afterAll(() => mail.close())
beforeEach(async () => {
  await fetch(`${mail.origin}/messages`, { method: 'DELETE' })
})

const letter = {
  from: 'Portal <portal@meridian.example>',
  to: 'ana.kim@aldgate.example',
  subject: 'Your statement ✓',
  text: 'Dear Ana,\nhere it is.',
  html: '<p>Dear Ana</p><script>alert(1)</script>',
}

async function send(changes: Record<string, unknown> = {}) {
  const transport = nodemailer.createTransport(mail.smtpUrl)
  try {
    return await transport.sendMail({ ...letter, ...changes })
  } finally {
    transport.close()
  }
}

async function inbox() {
  return (await (await fetch(`${mail.origin}/messages`)).json()) as Mail[]
}

test('a sent mail can be read completely', async () => {
  const { messageId } = await send({
    attachments: [{ filename: 'statement.pdf', content: 'abc', contentType: 'application/pdf' }],
    headers: { 'X-Portal-Mail': 'statement' },
  })
  const [received] = await inbox()
  expect(received).toMatchObject({
    messageId,
    from: '"Portal" <portal@meridian.example>',
    to: ['ana.kim@aldgate.example'],
    subject: 'Your statement ✓',
    attachments: [{ filename: 'statement.pdf', contentType: 'application/pdf', size: 3 }],
    headers: { 'x-portal-mail': 'statement' },
  })
  expect(received?.text.trim()).toBe(letter.text)
  expect(received?.html).toContain('<p>Dear Ana</p>')
})

test('the newest mail is first, and recipients include blind copies', async () => {
  await send({ subject: 'one' })
  await send({ subject: 'two', bcc: 'books@aldgate.example' })
  const mails = await inbox()
  expect(mails.map(({ subject }) => subject)).toEqual(['two', 'one'])
  expect(mails[0]?.to).toEqual(['ana.kim@aldgate.example', 'books@aldgate.example'])
})

test('the next mails can be rejected temporarily, as by a busy server', async () => {
  const body = JSON.stringify({ times: 2, code: 421 })
  await fetch(`${mail.origin}/_sandbox/faults`, { method: 'POST', body })
  await expect(send()).rejects.toMatchObject({ responseCode: 421 })
  await expect(send()).rejects.toMatchObject({ responseCode: 421 })
  expect(await inbox()).toEqual([])
  await send()
  expect(await inbox()).toHaveLength(1)
})

test('the page lists mails with their text, and runs none of their scripts', async () => {
  await send({ subject: '<b>bold</b>' })
  const page = await (await fetch(mail.origin)).text()
  expect(page).toContain('Dear Ana,\nhere it is.')
  expect(page).toContain('&#60;b&#62;bold')
  expect(page).not.toContain('<b>bold')

  const [received] = await inbox()
  const framed = await (await fetch(`${mail.origin}/messages/${received?.id}/html`)).text()
  expect(framed).toContain('<iframe sandbox')
  const body = await fetch(`${mail.origin}/messages/${received?.id}/body`)
  expect(body.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
})

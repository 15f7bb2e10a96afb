import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SendRecipient } from '@portal/domain/notifications/send-again.schema'
import type { ExternalRecipient, UserRecipient } from '@portal/domain/payments/recipients.schema'
import { queuedMails, sentMails } from '../../../test/mails.ts'
import { said, statuses, testPayer } from '../../../test/payer.ts'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
const paula = testPayer(portal, 'RC')
const emailOf = (name: string) => `${name}@${paula.accountId.toLowerCase()}.example`

const add = (...emailRecipients: string[]) =>
  paula.post('/api/payment/recipient/external/add', {
    payload: { crmId: paula.accountId, emailRecipients },
  })
const external = () => paula.json<ExternalRecipient[]>('/api/payment/recipients/external')
const users = () => paula.json<UserRecipient[]>('/api/payment/recipients/users')
const remove = (email: string) =>
  paula.send('DELETE', `/api/payment/recipient/external/delete?email=${encodeURIComponent(email)}`)

describe('recipients', () => {
  test('are users who may pay, who cannot be removed', async () => {
    await paula.colleague('ana', [], ['AccessInvoices'])
    expect(await users()).toMatchObject([
      { email: emailOf('payer'), lastSignInDate: expect.stringMatching(/^\d{4}-/) },
    ])
    expect((await remove(emailOf('payer'))).statusCode).toBe(404)
  })

  test('whose mail server refuses them are marked in both lists', async () => {
    await add('gone@x.example')
    await portal.system.query(sql`
      insert into mail_address (account_id, email, refused_at)
      values (${paula.accountId}, 'gone@x.example', '2026-11-03T09:12:00Z'),
             (${paula.accountId}, ${emailOf('payer')}, '2026-11-04T09:12:00Z')`)
    expect(await external()).toMatchObject([{ refusedSince: '2026-11-03T09:12:00.000Z' }])
    expect(await users()).toMatchObject([{ refusedSince: '2026-11-04T09:12:00.000Z' }])
  })

  test('are added all or none, recorded, and a refusal’s body is plain text', async () => {
    const added = (await add('Books@x.example', 'cfo@x.example')).json<ExternalRecipient[]>()
    expect(added.map(({ email }) => email)).toEqual(['books@x.example', 'cfo@x.example'])
    for (const [emails, fault] of [
      [['ok@x.example', 'BOOKS@x.example'], 'Invalid or duplicate email(s): BOOKS@x.example'],
      [[], 'Invalid emails or duplicates found.'],
    ] as [string[], string][]) {
      const { statusCode, headers, body } = await add(...emails)
      const text = 'text/plain; charset=utf-8'
      expect([statusCode, headers['content-type'], body]).toEqual([400, text, fault])
    }
    expect(await external()).toHaveLength(2)
    const removed = { email: 'cfo@x.example', accountId: paula.accountId }
    expect((await remove('CFO@x.example')).json()).toEqual(removed)
    expect(await external()).toHaveLength(1)
    expect(await paula.history('Recipients Added')).toEqual([
      'Added payment notification recipients: books@x.example, cfo@x.example',
    ])
  })

  test('that are added five times at once are added once', async () => {
    const answers = await statuses(Array.from({ length: 5 }, () => add('once@x.example')))
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(await external()).toHaveLength(1)
  })
})

describe('a receipt that is sent again', () => {
  let paymentId: string

  beforeEach(async () => {
    paymentId = (await paula.pay()).json<{ id: string }>().id
    await paula.colleague('off')
    await paula.colleague('reader', ['Licenses'], ['AccessInvoices'])
    await add('books@x.example')
    await portal.system.query(sql`
      insert into mail_address (account_id, email, kinds_off)
      values (${paula.accountId}, ${emailOf('off')}, '{receipts}')`)
    await portal.system.query('delete from mail; delete from rate_window')
  })

  const send = (recipients: string[], who = paula.browser, key = '', id = paymentId) =>
    who.post(`/api/payment/receipts/${id}/mails`, {
      payload: { recipients },
      headers: key ? { 'idempotency-key': key } : {},
    })
  const me = () => [emailOf('payer')]

  test('of a hidden category, another company or a failed payment counts as unknown', async () => {
    const other = await paula.given(2)
    const [failedId] = await paula.values(sql`
      insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency, actor_name,
                                   ip_address, state, settled_at)
      select account_id, ${other}, 'x', card_id, 100, 'USD', 'x', '::1', 'failed', now() from payment_attempt
       where id = ${paymentId} returning id`)
    for (const who of [await paula.stranger(), await paula.colleague('blind', [])])
      expect((await send(me(), who)).statusCode).toBe(404)
    expect((await send(me(), paula.browser, '', failedId)).statusCode).toBe(404)
    expect(await queuedMails(portal)).toEqual([])
  })

  test('goes with its PDF to the chosen recipients, in the name of the sender; to no other address', async () => {
    const recipients = await paula.json<SendRecipient[]>('/api/payment/receipts/recipients')
    expect(recipients.map(({ email, leftOut }) => [email, leftOut])).toEqual([
      [emailOf('payer'), null],
      [emailOf('off'), 'turned off these emails'],
      ['books@x.example', null],
    ])
    const others = [emailOf('off'), emailOf('reader'), 'victim@elsewhere.example']
    expect((await send(['books@x.example', ...others])).json()).toMatchObject({
      sent: ['books@x.example'],
      leftOut: others.map((email) => ({ email })),
    })
    const number = paula.number()
    expect(await paula.mails()).toMatchObject([
      {
        recipient: 'books@x.example',
        kind: 'receipts',
        subject: `Payment of $100.00 received, ${number}`,
        text: expect.stringContaining('payer Test sent you this receipt. It is attached.'),
      },
    ])
    expect(await paula.history('Receipt Sent')).toEqual([
      `Sent the receipt of the payment of invoice ${number} to books@x.example`,
    ])
    expect(await sentMails(portal)).toMatchObject([
      { files: [{ filename: `receipt-${number}.pdf` }] },
    ])
  })

  test('goes once after a double click, and again after a later request', async () => {
    const first = () => said(send(me(), paula.browser, 'one-request-key'))
    await Promise.all([first(), first()])
    expect(await paula.mails()).toHaveLength(1)
    await send(me(), paula.browser, 'another-request-key')
    expect(await paula.mails()).toHaveLength(2)
  })
})

import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SendRecipient } from '@portal/domain/notifications/send-again.schema'
import type { ExternalRecipient, UserRecipient } from '@portal/domain/payments/recipients.schema'
import { givenRecipients } from '../../../test/payments/given-recipients.ts'
import { queuedMails, sentMails } from '../../../test/portal/mails.ts'
import { outcomeOf, statuses, testPayer } from '../../../test/payments/payer.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'

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
             (${paula.accountId}, ${emailOf('payer')}, '2026-11-04T09:12:00Z')
          on conflict (account_id, email) do update set refused_at = excluded.refused_at`)
    expect(await external()).toMatchObject([{ refusedSince: '2026-11-03T09:12:00.000Z' }])
    expect(await users()).toMatchObject([{ refusedSince: '2026-11-04T09:12:00.000Z' }])
  })

  test('are added all or none and recorded; the body of a refusal is plain text', async () => {
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

describe('an added recipient', () => {
  const email = 'late@x.example'
  beforeEach(() => portal.system.query('delete from rate_window'))
  const requests = () => paula.mails('recipient request %')
  /** Returns the path of the page in the newest request for confirmation. */
  const link = async () => {
    const [url = ''] = /\/notifications\/recipient\S+/.exec((await requests()).at(-1)!.text) ?? []
    return `/api${url}`
  }
  const answer = (url: string, isWanted: boolean) =>
    portal.stranger.post(url, { payload: { isWanted } })
  const ask = (to = email, who = paula.browser, crmId = paula.accountId) =>
    who.post('/api/payment/recipient/external/ask', { payload: { crmId, email: to } })
  const state = async () => (await external()).find((one) => one.email === email)?.state
  const later = () =>
    portal.system.query(
      `update mail_address set requested_at = requested_at - interval '2 minutes'`,
    )

  test('gets only a request until its mailbox confirms; opening the link does not', async () => {
    await add(email)
    expect(await requests()).toMatchObject([
      { recipient: email, subject: `Company ${paula.accountId} asks to send you emails` },
    ])
    await paula.pay()
    expect((await paula.mails('receipt %')).map(({ recipient }) => recipient)).not.toContain(email)
    const url = await link()
    for (const method of ['GET', 'HEAD'] as const)
      expect((await portal.stranger.send(method, url)).statusCode).toBe(200)
    expect(await state()).toBe('waiting')
    const answers = await Promise.all([answer(url, true), answer(url, true)])
    expect(answers.map((one) => one.json<{ state: string }>().state)).toEqual([
      'confirmed',
      'confirmed',
    ])
    expect(await state()).toBe('confirmed')
    await paula.pay('', '', await paula.given(2))
    expect((await paula.mails('receipt %')).map(({ recipient }) => recipient)).toContain(email)
    expect(await paula.history('Recipient Confirmed')).toEqual([
      `${email} confirmed the emails about payments`,
    ])
    expect((await ask()).statusCode).toBe(409)
    // A recipient that was removed by mistake need not confirm again.
    await remove(email)
    expect((await add(email)).json()).toMatchObject([{ state: 'confirmed' }])
    expect(await requests()).toHaveLength(1)
  })

  test('that refuses gets no mail and no second request, and may change the decision', async () => {
    await add(email)
    const url = await link()
    expect((await answer(url, false)).json()).toMatchObject({ state: 'declined' })
    expect(await paula.history('Recipient Refused')).toHaveLength(1)
    await paula.pay()
    expect((await paula.mails('receipt %')).map(({ recipient }) => recipient)).not.toContain(email)
    expect((await ask()).statusCode).toBe(409)
    await remove(email)
    expect((await answer(url, true)).statusCode).toBe(404)
    const again = await add(email)
    expect([again.statusCode, again.body]).toEqual([
      400,
      `${email} has refused the emails of this company.`,
    ])
    expect(await requests()).toHaveLength(1)
  })

  test('gets the request again, once after a double click, for 14 days, and at most ten times a day', async () => {
    await add(email)
    await Promise.all([ask(), ask()])
    expect(await requests()).toHaveLength(1)
    for (let nth = 0; nth < 9; nth += 1) {
      await later()
      expect((await ask()).json()).toMatchObject({ email, state: 'waiting' })
    }
    await later()
    const refused = await ask()
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      429,
      `${email} has already received 10 emails on request today. Try again after midnight UTC.`,
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await requests()).toHaveLength(10)
    const url = await link()
    await portal.system.query(
      `update mail_address set requested_at = now() - interval '14 days' where email = '${email}'`,
    )
    for (const late of [await portal.stranger.get(url), await answer(url, true)])
      expect(late.statusCode).toBe(404)
  })

  test('is not reached by a forged link, a link of another company or purpose, or by another company', async () => {
    await add(email)
    const url = await link()
    const { rows } = await portal.system.query<{ key: string; off: string }>(
      `select key, mail_link_key(key, 'receipts') as off from mail_address where email = $1`,
      [email],
    )
    const withKey = (key: string) => url.replace(/key=[^&]+/, `key=${key}`)
    for (const forged of [
      withKey(rows[0]!.key),
      withKey(rows[0]!.off),
      url.replace(/accountId=[^&]+/, 'accountId=NONE'),
    ])
      expect((await answer(forged, true)).statusCode).toBe(404)
    const stranger = await paula.stranger()
    expect((await ask(email, stranger)).statusCode).toBe(403)
    expect((await ask(email, stranger, `${paula.accountId}O`)).statusCode).toBe(404)
    expect(await state()).toBe('waiting')
  })

  test('that is the address of a user of the company needs no confirmation', async () => {
    await paula.colleague('reader', ['Licenses'], ['AccessInvoices'])
    expect((await add(emailOf('reader'))).json()).toMatchObject([{ state: 'confirmed' }])
    expect(await requests()).toEqual([])
  })
})

describe('a receipt that is sent again', () => {
  let paymentId: string

  beforeEach(async () => {
    paymentId = (await paula.pay()).json<{ id: string }>().id
    await paula.colleague('off')
    await paula.colleague('reader', ['Licenses'], ['AccessInvoices'])
    await givenRecipients(portal, paula.accountId, 'books@x.example')
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

  test('is sent with its PDF only to the chosen recipients, in the name of the sender', async () => {
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

  test('reaches an external address ten times a day from all senders and companies together; users are not counted', async () => {
    const count = (email: string, hits: number) =>
      portal.system.query(sql`
        insert into rate_window (key, minute, hits)
        values (${`mail to outside ${email}`}, date_trunc('day', now(), 'UTC'), ${hits})
            on conflict (key, minute) do update set hits = excluded.hits`)
    // Nine mails were requested by other companies.
    await count('books@x.example', 9)
    const chosen = ['books@x.example', emailOf('payer')]
    const both = await Promise.all([
      send(chosen, paula.browser, 'the-tenth-request'),
      send(chosen, paula.browser, 'the-tenth-request'),
    ])
    for (const answer of both) expect(answer.json()).toMatchObject({ leftOut: [] })
    const full = 'has already received 10 emails on request today. Try again after midnight UTC'
    expect((await send(chosen)).json()).toEqual({
      sent: [emailOf('payer')],
      leftOut: [{ email: 'books@x.example', reason: full }],
    })
    const only = await send(['books@x.example'])
    expect([only.statusCode, only.json<{ message: string }>().message]).toEqual([
      409,
      `Nothing was sent: books@x.example ${full}.`,
    ])
    expect((await paula.mails()).map(({ recipient }) => recipient).toSorted()).toEqual(
      [...chosen, emailOf('payer')].toSorted(),
    )
    // A mail caused by a payment does not count as requested.
    await portal.system.query('delete from mail')
    await paula.pay('', '', await paula.given(3))
    expect((await paula.mails('receipt %')).map(({ recipient }) => recipient)).toContain(
      'books@x.example',
    )
  })

  test('is sent once after a double click, and again after a later request', async () => {
    const first = () => outcomeOf(send(me(), paula.browser, 'one-request-key'))
    await Promise.all([first(), first()])
    expect(await paula.mails()).toHaveLength(1)
    await send(me(), paula.browser, 'another-request-key')
    expect(await paula.mails()).toHaveLength(2)
  })
})

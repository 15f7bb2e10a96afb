import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { SendRecipient } from '@portal/domain/notifications/send-again.schema'
import { queuedMails, sentMails } from '../../../test/mails.ts'
import { givenPayer } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
let paula: Browser
let paymentId: string
let failedId: string

beforeAll(async () => {
  const { given, system } = portal
  paula = await givenPayer(portal, 'A1')
  await givenPayer(portal, 'B1')
  await given.user('off@a.example', 'A1', ['AccessInvoices', 'PayInvoices'], ['Licenses'])
  await given.user('reader@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  await given.user('blind@a.example', 'A1', ['AccessInvoices', 'PayInvoices'])
  await system.query(
    `insert into external_recipient (account_id, email) values ('A1', 'books@x.example')`,
  )
  await system.query(
    `insert into mail_address (account_id, email, kinds_off) values ('A1', 'off@a.example', '{receipts}')`,
  )
  const id = await given.invoice('A1', 'R-1')
  await paula.post(`/api/invoice/${id}/payment`)
  const { rows } = await system.query<{ id: string }>('select id from payment_attempt')
  paymentId = rows[0]!.id
  const other = await given.invoice('A1', 'R-2')
  const failed = await system.query<{ id: string }>(sql`
    insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency, actor_name,
                                 ip_address, state, settled_at)
    select account_id, ${other}, 'R-2', card_id, 100, 'USD', 'x', '::1', 'failed', now() from payment_attempt
     where id = ${paymentId} returning id`)
  failedId = failed.rows[0]!.id
})
beforeEach(async () => {
  await portal.system.query('delete from mail; delete from rate_window')
})

const list = '/api/payment/receipts/recipients'
const send = (recipients: string[], who = paula, key?: string, id = paymentId) =>
  who.post(`/api/payment/receipts/${id}/mails`, {
    payload: { recipients },
    headers: key ? { 'idempotency-key': key } : {},
  })
const recorded = async () => {
  const { rows } = await portal.system.query<{ description: string }>(
    `select description from history_entry where entry_type = 'Receipt Sent' order by id`,
  )
  return rows.map(({ description }) => description)
}

test('a receipt of a hidden category, of another company or of a failed payment counts as unknown', async () => {
  const eve = await portal.signIn('payer@b1.example')
  const blind = await portal.signIn('blind@a.example')
  const me = ['payer@a1.example']
  for (const who of [eve, blind]) expect((await send(me, who)).statusCode).toBe(404)
  expect((await send(me, paula, undefined, failedId)).statusCode).toBe(404)
  expect(await queuedMails(portal)).toEqual([])
})

test('recipients are the users who may pay and the external ones', async () => {
  const answer = (await paula.get(list)).json<SendRecipient[]>()
  expect(answer.map(({ email, leftOut }) => [email, leftOut])).toEqual([
    ['payer@a1.example', null],
    ['blind@a.example', null],
    ['off@a.example', 'turned off these emails'],
    ['books@x.example', null],
  ])
})

test('the chosen ones get the receipt with its PDF, in the name of the sender; no other address does', async () => {
  const asked = ['books@x.example', 'off@a.example', 'reader@a.example', 'victim@elsewhere.example']
  const answer = (await send(asked)).json<{ sent: string[]; leftOut: { email: string }[] }>()
  expect(answer.sent).toEqual(['books@x.example'])
  expect(answer.leftOut.map(({ email }) => email)).toEqual(asked.slice(1))
  const [mail, ...others] = await queuedMails(portal)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    recipient: 'books@x.example',
    kind: 'receipts',
    subject: 'Payment of $100.00 received, R-1',
  })
  expect(mail?.text).toContain('payer Test sent you this receipt. It is attached.')
  expect(await recorded()).toEqual([
    'Sent the receipt of the payment of invoice R-1 to books@x.example',
  ])
  const sent = await sentMails(portal)
  expect(sent.map(({ files }) => files.map(({ filename }) => filename))).toEqual([
    ['receipt-R-1.pdf'],
  ])
})

test('a double click sends once; a later request sends again', async () => {
  const me = ['payer@a1.example']
  await Promise.all([send(me, paula, 'one-request-key'), send(me, paula, 'one-request-key')])
  expect(await queuedMails(portal)).toHaveLength(1)
  await send(me, paula, 'another-request-key')
  expect(await queuedMails(portal)).toHaveLength(2)
})

import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { SendRecipient } from '@portal/domain/notifications/send-again.schema'
import { givenRecipients } from '../../test/payments/given-recipients.ts'
import { queuedMails, sentMails } from '../../test/portal/mails.ts'
import { otherContent, outcomeOf } from '../../test/payments/payer.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
let ana: Browser
const ids = new Map<string, string>()

beforeAll(async () => {
  const { given, system } = portal
  await given.company('A1', 'Aldgate')
  await given.company('B1')
  await given.user('bob@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  await given.user('off@a.example', 'A1', ['AccessInvoices'], ['Licenses', 'Data'])
  await given.user('tom@a.example', 'A1', ['AccessLicenses'], ['Licenses'])
  await given.user('root@b.example', 'B1', [], [], 'SuperAdmin')
  for (const [number, is] of Object.entries({
    'INV-1': { date: '2026-11-02' },
    'INV-2': { category: 'Data' },
    'NS-1': { source: 'Netsuite' },
    'HID-1': { category: 'Hidden' },
  }))
    ids.set(number, await given.invoice('A1', number, is))
  ids.set('OTHER-1', await given.invoice('B1', 'OTHER-1'))
  await givenRecipients(portal, 'A1', 'books@x.example', 'tom@a.example')
  await system.query(sql`
    insert into mail_address (account_id, email, kinds_off)
    values ('A1', 'off@a.example', '{invoices}'), ('A1', 'books@x.example', '{receipts}')
        on conflict (account_id, email) do update set kinds_off = excluded.kinds_off`)
  ana = await portal.person('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses', 'Data'])
})
beforeEach(async () => {
  await portal.system.query('delete from mail; delete from rate_window')
})

const base = '/api/invoice/selected-invoices'
const of = (numbers: readonly string[]) => numbers.map((number) => ids.get(number)!)
const listed = (numbers: string[], who = ana, query = '') =>
  who.post(`${base}/recipients${query}`, { payload: { invoiceIds: of(numbers) } })
const send = (numbers: string[], recipients: string[], who = ana, key?: string, query = '') =>
  who.post(`${base}/mails${query}`, {
    payload: { invoiceIds: of(numbers), recipients },
    headers: key ? { 'idempotency-key': key } : {},
  })
const mails = () => queuedMails(portal, sql`kind = 'invoices'`)
const recorded = async () => {
  const { rows } = await portal.system.query<{ description: string }>(
    `select description from history_entry where entry_type = 'Sent' order by id`,
  )
  return rows.map(({ description }) => description)
}

test('an invoice that the sender may not see, or of another company, is not found', async () => {
  for (const other of ['HID-1', 'OTHER-1']) {
    expect((await listed(['INV-1', other])).statusCode).toBe(404)
    expect((await send(['INV-1', other], ['ana@a.example'])).statusCode).toBe(404)
  }
  expect(await mails()).toEqual([])
})

test('recipients are the users with access to invoices and the external ones, with the reason why one is left out', async () => {
  const answer = (await listed(['INV-1', 'INV-2'])).json<SendRecipient[]>()
  expect(answer.map(({ email, isYou, leftOut }) => [email, isYou, leftOut])).toEqual([
    ['ana@a.example', true, null],
    ['bob@a.example', false, 'may not see invoice INV-2'],
    ['off@a.example', false, 'turned off these emails'],
    ['books@x.example', false, null],
  ])
  const single = (await listed(['INV-1'])).json<SendRecipient[]>()
  expect(single.find(({ email }) => email === 'bob@a.example')?.leftOut).toBeNull()
})

test('a super admin who acts for the company is not one of its recipients', async () => {
  const root = await portal.signIn('root@b.example')
  const query = '?companyFilter=A1'
  const answer = (await listed(['HID-1'], root, query)).json<SendRecipient[]>()
  expect(answer.map(({ email }) => email)).not.toContain('root@b.example')
  const refused = await send(['INV-1'], ['root@b.example'], root, undefined, query)
  expect(refused.statusCode).toBe(409)
  expect(await mails()).toEqual([])
})

test('only recipients of the company get the mail: no other address, no colleague without the right or who turned it off', async () => {
  const asked = ['ana', 'bob', 'off', 'tom'].map((name) => `${name}@a.example`)
  const answer = await send(['INV-1', 'INV-2'], [...asked, 'victim@elsewhere.example'])
  const unknown = 'is not a user or external recipient of the company'
  expect(answer.json()).toEqual({
    sent: ['ana@a.example'],
    leftOut: [
      { email: 'bob@a.example', reason: 'may not see invoice INV-2' },
      { email: 'off@a.example', reason: 'turned off these emails' },
      { email: 'tom@a.example', reason: unknown },
      { email: 'victim@elsewhere.example', reason: unknown },
    ],
  })
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ana@a.example'])
  expect(await outcomeOf(send(['INV-1'], ['victim@elsewhere.example']))).toBe(
    `409 Nothing was sent: victim@elsewhere.example ${unknown}.`,
  )
})

test('an invoice without a PDF is refused', async () => {
  expect(await outcomeOf(send(['NS-1'], ['ana@a.example']))).toBe('409 Not Available')
  const several = await outcomeOf(send(['INV-1', 'NS-1'], ['ana@a.example']))
  expect(several).toBe('409 Invoice NS-1 has no PDF.')
  expect(await mails()).toEqual([])
})

test('one mail names the sender and the amount, has the PDF attached, and is in the history', async () => {
  const before = (await recorded()).length
  await send(['INV-1'], ['bob@a.example', 'books@x.example'])
  const [mail, other] = await mails()
  expect([mail?.recipient, other?.recipient]).toEqual(['bob@a.example', 'books@x.example'])
  expect(mail?.subject).toBe('ana Test sent you an invoice, INV-1')
  for (const words of ['$100.00 USD', 'Sent by', 'ana Test', '/invoices/detail/INV-1'])
    expect(mail?.text).toContain(words)
  expect((await recorded()).slice(before)).toEqual([
    'Sent invoice INV-1 to bob@a.example, books@x.example',
  ])
  const file = { files: [{ filename: 'INV-1.pdf' }] }
  expect(await sentMails(portal)).toMatchObject([file, file])
})

test('several invoices are one mail; an invoice that is gone when the mail is sent is named', async () => {
  await send(['INV-2', 'INV-1'], ['ana@a.example'])
  await portal.system.query(
    `update invoice set invoice_number = 'GONE' where invoice_number = 'INV-2'`,
  )
  const [mail, ...others] = await sentMails(portal)
  await portal.system.query(
    `update invoice set invoice_number = 'INV-2' where invoice_number = 'GONE'`,
  )
  expect(others).toEqual([])
  expect(mail?.subject).toBe('ana Test sent you 2 invoices, INV-1 and others')
  expect(mail?.files.map(({ filename }) => filename)).toEqual(['INV-1.pdf'])
  expect(mail?.files[0]?.content.subarray(0, 4).toString()).toBe('%PDF')
  expect(mail?.text).toContain('Not attached, because the portal no longer has it: INV-2.')
})

test('a double click sends once, even simultaneously; another request sends again', async () => {
  const before = (await recorded()).length
  const key = 'key-of-one-request'
  const click = () => send(['INV-1'], ['ana@a.example'], ana, key)
  const [one, other] = await Promise.all([click(), click()])
  expect([one.statusCode, other.statusCode, one.json()]).toEqual([200, 200, other.json()])
  expect(await mails()).toHaveLength(1)
  expect((await recorded()).length - before).toBe(1)
  for (const [numbers, recipients] of [
    [['INV-1'], ['ana@a.example', 'bob@a.example']],
    [['INV-2'], ['ana@a.example']],
  ] as const)
    expect(await outcomeOf(send([...numbers], [...recipients], ana, key))).toMatch(otherContent)
  await send(['INV-1'], ['ana@a.example'], ana, `${key}-2`)
  expect(await mails()).toHaveLength(2)
})

test('a person may send 50 times a day', async () => {
  await portal.system.query(sql`
    insert into rate_window (key, minute, hits)
    select 'send ' || id, date_trunc('day', now(), 'UTC'), 49 from portal_user where email = 'ana@a.example'`)
  expect((await send(['INV-1'], ['ana@a.example'])).statusCode).toBe(200)
  const refused = await outcomeOf(send(['INV-1'], ['ana@a.example']))
  expect(refused).toBe('429 Too many requests. Please try again tomorrow.')
})

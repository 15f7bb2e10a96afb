import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  optionalKinds,
  requiredKinds,
  type OptionalKind,
} from '@portal/domain/notifications/mail-kinds'
import type { MailChoices } from '@portal/domain/notifications/notifications.schema'
import { queuedMails } from '../../test/portal/mails.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { withAccount } from '../platform/database/database.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'

const portal = testPortal()
let paula: Browser
let about = 0

beforeAll(async () => {
  await portal.given.company('A1')
  await portal.given.company('B1')
  await portal.given.user('eve@b.example', 'B1', ['AccessInvoices', 'PayInvoices'])
  paula = await portal.person('paula@a.example', 'A1', ['AccessInvoices', 'PayInvoices'])
})
beforeEach(async () => {
  await portal.system.query('delete from mail_address; delete from mail')
})

const choose = (kind: string, isOn: boolean) =>
  paula.send('PUT', '/api/notifications', { payload: { kind, isOn } })
const choices = async (who = paula) => (await who.get('/api/notifications')).json<MailChoices>()
const off = async () =>
  (await choices()).choices.filter(({ isOn }) => !isOn).map(({ kind }) => kind)

/** Queues one mail to an address of A1, and returns its recipients. */
async function queued(kind: OptionalKind, to: string, required: string[] = []) {
  await withAccount(portal.deps.db, 'A1', (tx) =>
    queueMail(tx, {
      accountId: 'A1',
      about: `${++about}`,
      kind,
      recipients: [to],
      required,
      subject: 'S',
      heading: 'S',
      preview: '',
      facts: [],
    }),
  )
  return (await queuedMails(portal)).map(({ recipient }) => recipient)
}

/** Returns the key in the links of a kind of mail to an address; with null, the key of all kinds as in 0.1.0. */
async function keyOf(email: string, accountId = 'A1', kind: string | null = 'receipts') {
  const { rows } = await portal.system.query<{ key: string }>(
    `insert into mail_address (account_id, email) values ($1, $2)
         on conflict (account_id, email) do update set email = excluded.email
     returning coalesce(mail_link_key(key, $3), key) as key`,
    [accountId, email, kind],
  )
  return rows[0]!.key
}
const linkOf = (key: string, kind = 'receipts', accountId = 'A1') =>
  `/notifications/off?accountId=${accountId}&key=${key}&kind=${kind}`
const oneClick = (link: string) =>
  portal.app.inject({
    method: 'POST',
    url: link,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })

test('a mail that is always sent cannot be turned off', async () => {
  for (const kind of ['security', 'invitations'])
    expect((await choose(kind, false)).statusCode).toBe(400)
})

test('only mails that the permissions allow are listed', async () => {
  expect((await choices()).choices.map(({ kind }) => kind)).toEqual([
    'receipts',
    'newInvoices',
    'invoiceChanges',
    'dueDates',
    'invoices',
    'answers',
    'failures',
    'refunds',
    'autopay',
    'cards',
  ])
})

test('a kind of mail that is off is not queued for this person and company, until it is on again', async () => {
  await choose('receipts', false)
  expect(await off()).toEqual(['receipts'])
  expect(await queued('receipts', 'paula@a.example')).toEqual([])
  expect(await queued('refunds', 'paula@a.example')).toHaveLength(1)
  expect(await queued('receipts', 'bo@a.example')).toHaveLength(2)
  await choose('receipts', true)
  expect(await queued('receipts', 'paula@a.example')).toHaveLength(3)
})

test('the payer gets the mail about a failure although it is off', async () => {
  await choose('failures', false)
  expect(await queued('failures', 'paula@a.example', ['paula@a.example'])).toHaveLength(1)
})

test('two tabs at once: both choices stay, and a repeat changes nothing', async () => {
  await Promise.all([choose('receipts', false), choose('cards', false), choose('cards', false)])
  expect(await off()).toEqual(['receipts', 'cards'])
  expect((await choices()).choices).toHaveLength(10)
})

test('the PDFs of new invoices are attached for a person who chose attachments, until the person chooses again', async () => {
  const attach = (attachesInvoices: boolean) =>
    paula.send('PUT', '/api/notifications/attachments', { payload: { attachesInvoices } })
  const eve = await portal.signIn('eve@b.example')
  expect(await choices()).toMatchObject({ attachesInvoices: false })
  await choose('receipts', false)
  for (const isOn of [true, true, false]) {
    expect((await attach(isOn)).json()).toMatchObject({ attachesInvoices: isOn })
    expect(await choices()).toMatchObject({ attachesInvoices: isOn })
    expect(await choices(eve)).toMatchObject({ attachesInvoices: false })
  }
  expect(await off()).toEqual(['receipts'])
})

test('a link with the key of another recipient or company, or with an unknown key, is not found', async () => {
  const theirs = await keyOf('eve@b.example', 'B1')
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const link of [linkOf(theirs), linkOf(unknown), linkOf(unknown, 'receipts', 'NONE')]) {
    expect((await oneClick(link)).statusCode).toBe(404)
    expect((await portal.stranger.get(`/api${link}`)).statusCode).toBe(404)
  }
  expect((await oneClick(linkOf(theirs, 'security', 'B1'))).statusCode).toBe(400)
})

test('one click turns off this kind for this recipient, without a session; opening the link does not', async () => {
  const key = await keyOf('paula@a.example')
  await keyOf('bo@a.example')
  const seen = await portal.stranger.get(`/api${linkOf(key)}`)
  expect(seen.json()).toMatchObject({ email: 'paula@a.example', kind: 'receipts', isOn: true })
  expect(await off()).toEqual([])
  expect((await oneClick(linkOf(key))).json()).toMatchObject({ isOn: false })
  expect((await oneClick(linkOf(key))).statusCode).toBe(200)
  expect(await off()).toEqual(['receipts'])
  expect(await queued('receipts', 'bo@a.example')).toEqual(['bo@a.example'])
  expect((await oneClick(`${linkOf(key)}&isOn=true`)).json()).toMatchObject({ isOn: true })
  expect(await off()).toEqual([])
})

test('a link turns off only the kind of its mail; a link of 0.1.0 is valid for 60 more days', async () => {
  const key = await keyOf('paula@a.example')
  for (const kind of ['cards', 'failures', 'invoices'])
    expect((await oneClick(linkOf(key, kind))).statusCode, kind).toBe(404)
  expect(await off()).toEqual([])
  const former = await keyOf('paula@a.example', 'A1', null)
  expect((await oneClick(linkOf(former, 'cards'))).statusCode).toBe(200)
  expect(await off()).toEqual(['cards'])
  await portal.system.query('update mail_address set former_links_until = now()')
  expect((await oneClick(linkOf(former, 'failures'))).statusCode).toBe(404)
})

test('docs/mails.md has a row for each kind of mail', () => {
  const text = readFileSync(join(import.meta.portalRoot, 'docs/mails.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, kind]) => kind)
  expect(rows.toSorted()).toEqual(
    [...Object.keys(optionalKinds), ...Object.keys(requiredKinds)].toSorted(),
  )
})

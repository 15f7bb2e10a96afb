import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { ExternalRecipient, UserRecipient } from '@portal/domain/payments/recipients.schema'
import { startTestPortal, type Browser, type TestPortal } from '../../../test/portal.ts'

let portal: TestPortal
let paula: Browser
let accountId: string
let count = 0

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  accountId = `RC${(count += 1)}`
  await portal.given.company(accountId)
  await portal.given.user(`paula${count}@r.example`, accountId, ['AccessInvoices', 'PayInvoices'])
  await portal.given.user(`ana${count}@r.example`, accountId, ['AccessInvoices'])
  paula = await portal.signIn(`paula${count}@r.example`)
})

const add = (emails: string[], crmId = accountId, who = paula) =>
  who.post('/api/payment/recipient/external/add', { payload: { crmId, emailRecipients: emails } })
const external = async (who = paula) =>
  (await who.get('/api/payment/recipients/external')).json<ExternalRecipient[]>()
const remove = (email: string, who = paula) =>
  who.send('DELETE', `/api/payment/recipient/external/delete?email=${encodeURIComponent(email)}`)

test('another company’s recipients cannot be seen, added or removed', async () => {
  await add(['books@x.example'])
  await portal.given.company(`RD${count}`)
  await portal.given.user(`eve${count}@d.example`, `RD${count}`, ['AccessInvoices', 'PayInvoices'])
  const eve = await portal.signIn(`eve${count}@d.example`)
  expect(await external(eve)).toEqual([])
  expect((await add(['eve@x.example'], accountId, eve)).statusCode).toBe(403)
  expect((await remove('books@x.example', eve)).statusCode).toBe(404)
  expect(await external()).toHaveLength(1)
})

test('users who may pay are listed and cannot be removed', async () => {
  const users = (await paula.get('/api/payment/recipients/users')).json<UserRecipient[]>()
  expect(users.map(({ email }) => email)).toEqual([`paula${count}@r.example`])
  expect(users[0]!.lastSignInDate).toMatch(/^\d{4}-/)
  expect((await remove(`paula${count}@r.example`)).statusCode).toBe(404)
})

test('an address that its mail server refuses is marked in both lists', async () => {
  await add(['gone@x.example'])
  await portal.system.query(sql`
    insert into mail_address (account_id, email, refused_at)
    values (${accountId}, 'gone@x.example', '2026-11-03T09:12:00Z'),
           (${accountId}, ${`paula${count}@r.example`}, '2026-11-04T09:12:00Z')`)
  expect(await external()).toMatchObject([{ refusedSince: '2026-11-03T09:12:00.000Z' }])
  const users = (await paula.get('/api/payment/recipients/users')).json<UserRecipient[]>()
  expect(users).toMatchObject([{ refusedSince: '2026-11-04T09:12:00.000Z' }])
})

test('recipients are added all or none, and a refusal’s body is plain text', async () => {
  const added = await add(['Books@x.example', 'cfo@x.example'])
  expect(added.json<ExternalRecipient[]>().map(({ email }) => email)).toEqual([
    'books@x.example',
    'cfo@x.example',
  ])
  for (const [emails, fault] of [
    [['ok@x.example', 'BOOKS@x.example'], 'Invalid or duplicate email(s): BOOKS@x.example'],
    [[`paula${count}@r.example`], `Invalid or duplicate email(s): paula${count}@r.example`],
    [['a@b'], 'Invalid or duplicate email(s): a@b'],
    [[], 'Invalid emails or duplicates found.'],
  ] as [string[], string][]) {
    const answer = await add(emails)
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      400,
      'text/plain; charset=utf-8',
      fault,
    ])
  }
  expect(await external()).toHaveLength(2)
  expect((await remove('CFO@x.example')).json()).toEqual({ email: 'cfo@x.example', accountId })
  expect(await external()).toHaveLength(1)
})

test('the same address added five times at once is added once', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(['once@x.example'])))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await external()).toHaveLength(1)
})

test('recipients get each mail once, in their own mailbox', async () => {
  await add(['one@x.example', 'two@x.example'])
  const { rows } = await portal.system.query(sql`
    select entry_type, description from history_entry where account_id = ${accountId} and category = 'Payment'`)
  expect(rows).toEqual([
    {
      entry_type: 'Recipients Added',
      description: 'Added payment notification recipients: one@x.example, two@x.example',
    },
  ])
})

const hostile = join(import.meta.portalRoot, '../shared/data/hostile/isemail.json')

test.skipIf(!existsSync(hostile))('hostile addresses are refused', async () => {
  const cases = JSON.parse(readFileSync(hostile, 'utf8')) as unknown
  const texts = JSON.stringify(cases)
    .match(/"(?:[^"\\]|\\.)*"/g)!
    .map((text) => JSON.parse(text) as string)
  const addresses = texts.filter((text) => text.includes('@'))
  expect(addresses.length).toBeGreaterThan(50)
  for (const address of addresses) {
    const answer = await add([address])
    expect([200, 400], address).toContain(answer.statusCode)
    if (answer.statusCode === 200) await remove(address)
  }
  const { rows } = await portal.system.query<{ description: string }>(sql`
    select description from history_entry where account_id = ${accountId} and entry_type = 'Recipients Added'`)
  for (const { description } of rows)
    expect(description).toMatch(
      /^Added payment notification recipients: [a-z0-9+_.-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    )
})

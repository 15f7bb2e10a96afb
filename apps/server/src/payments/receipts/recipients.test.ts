import { beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { ExternalRecipient, UserRecipient } from '@portal/domain/payments/recipients.schema'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let count = 0

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

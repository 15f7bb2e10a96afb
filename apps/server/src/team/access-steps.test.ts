import { beforeAll, beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Permission } from '@portal/domain/session/permissions'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'

const portal = testPortal()
let admin: Browser
let userId: string
let people = 0
const email = () => `ana${people}@a.example`

beforeAll(async () => {
  await portal.given.company('A1', 'Aldgate')
  const all: Permission[] = ['AccessInvoices', 'PayInvoices', 'AccessErfs', 'ManageUsers']
  await portal.given.user('admin@a.example', 'A1', all)
  admin = await portal.signIn('admin@a.example')
})

beforeEach(async () => {
  people += 1
  userId = await portal.given.user(email(), 'A1', ['AccessInvoices', 'PayInvoices'])
})

const change = async (order: object) => {
  const payload = { userId, accountId: 'A1', ...order }
  const answer = await admin.post('/api/admin/update-user', { payload })
  return [answer.statusCode, answer.json<{ message?: string }>().message]
}

async function held() {
  const { rows } = await portal.system.query<{ permissions: Permission[] }>(
    sql`select permissions from portal_user where id = ${userId}`,
  )
  return rows[0]!.permissions.toSorted()
}

test('one permission is granted or revoked, and the others stay unchanged', async () => {
  expect(await change({ grant: 'AccessErfs' })).toEqual([200, undefined])
  expect(await held()).toEqual(['AccessErfs', 'AccessInvoices', 'PayInvoices'])
  expect(await change({ revoke: 'PayInvoices' })).toEqual([200, undefined])
  expect(await held()).toEqual(['AccessErfs', 'AccessInvoices'])
  // Already done: nothing changes.
  expect(await change({ revoke: 'PayInvoices' })).toEqual([200, undefined])
  expect(await held()).toEqual(['AccessErfs', 'AccessInvoices'])
})

test('revoking access to invoices also revokes paying; paying alone cannot be granted', async () => {
  await change({ revoke: 'AccessInvoices' })
  expect(await held()).toEqual([])
  expect(await change({ grant: 'PayInvoices' })).toEqual([
    409,
    'Requires ‘AccessInvoices’ permission',
  ])
  expect(await held()).toEqual([])
})

test('a whole list replaces all; with `replaces` it is refused if the current list is different', async () => {
  const replaces = ['PayInvoices', 'AccessInvoices']
  const whole = { role: 'User', permissions: ['AccessInvoices', 'AccessErfs'] }
  expect(await change({ ...whole, replaces })).toEqual([200, undefined])
  expect(await change({ ...whole, permissions: [], replaces })).toEqual([
    409,
    `The permissions of ana${people} Test were changed in the meantime. Please load them again.`,
  ])
  expect(await held()).toEqual(['AccessErfs', 'AccessInvoices'])
  expect(await change({ role: 'User', permissions: [] })).toEqual([200, undefined])
  expect(await held()).toEqual([])
})

test('contradictory parameters are refused', async () => {
  for (const order of [
    { grant: 'AccessErfs', revoke: 'AccessErfs' },
    { grant: 'AccessErfs', permissions: [] },
    { revoke: 'PayInvoices', permissions: [] },
  ])
    expect(await change(order)).toEqual([400, 'Send only one of permissions, grant and revoke.'])
  expect(await change({ replaces: [] })).toEqual([400, 'replaces: only with permissions'])
  expect((await change({ grant: 'Everything' }))[0]).toBe(400)
  expect(await held()).toEqual(['AccessInvoices', 'PayInvoices'])
})

test('two concurrent steps both take effect', async () => {
  const answers = await Promise.all([
    change({ grant: 'AccessErfs' }),
    change({ revoke: 'PayInvoices' }),
  ])
  expect(answers.map(([status]) => status)).toEqual([200, 200])
  expect(await held()).toEqual(['AccessErfs', 'AccessInvoices'])
})

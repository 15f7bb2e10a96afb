import { beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Permission } from '@portal/domain/session/permissions'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'

const portal = testPortal()
let admin: Browser
let chief: Browser
const ids: Record<string, string> = {}
const all: Permission[] = [
  'AccessInvoices',
  'PayInvoices',
  'AccessLicenses',
  'AccessErfs',
  'ManageUsers',
]

beforeAll(async () => {
  const { given } = portal
  await given.company('A1', 'Aldgate')
  await given.company('B1', 'Brightwater')
  await given.company('P1', 'Provider')
  ids.admin = await given.user('admin@a.example', 'A1', all, ['Licenses', 'Data'])
  ids.marcus = await given.user('marcus@a.example', 'A1', ['ManageUsers', 'AccessErfs'])
  ids.ana = await given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  ids.foreign = await given.user('kim@b.example', 'B1', ['AccessInvoices'], ['Licenses'])
  ids.chief = await given.user('chief@p.example', 'P1', [], [], 'SuperAdmin')
  ids.deputy = await given.user('deputy@a.example', 'A1', [], [], 'SuperAdmin')
  admin = await portal.signIn('admin@a.example')
  chief = await portal.signIn('chief@p.example')
})

const update = (
  who: Browser,
  userId: string,
  permissions: Permission[],
  more: Record<string, unknown> = {},
) =>
  who.post('/api/admin/update-user', {
    payload: { userId, accountId: 'A1', role: 'User', permissions, ...more },
  })
const toggle = (who: Browser, userId: string, invoiceCategoryId: number, more = {}) =>
  who.post('/api/invoice/invoice-categories/toggle', {
    payload: { userId, invoiceCategoryId, ...more },
  })
const remove = (who: Browser, userId: string, query = '') =>
  who.send('DELETE', `/api/admin/deactivate?userId=${userId}${query}`)

async function accessOf(email: string) {
  const { rows } = await portal.system.query<{ role: string; permissions: string[] }>(
    sql`select role, permissions from portal_user where email = ${email}`,
  )
  return rows[0]!
}

async function entries(type: string) {
  const { rows } = await portal.system.query<{ description: string; actor: string }>(sql`
    select description, actor_name as actor from history_entry
     where entry_type = ${type} order by id`)
  return rows
}

test('the list has both of its shapes, with a total and without another company', async () => {
  const page = await admin.get('/api/admin/users?page=1&perPage=2')
  expect(page.headers['x-count']).toBe('4')
  expect(page.json()).toHaveLength(2)
  const { users } = (await admin.get('/api/admin/users')).json<{ users: { email: string }[] }>()
  expect(users.map(({ email }) => email).sort()).toEqual([
    'admin@a.example',
    'ana@a.example',
    'deputy@a.example',
    'marcus@a.example',
  ])
  expect(page.json<object[]>()[0]).toHaveProperty('permissions')
})

test('people of another company count as unknown, and are not changed', async () => {
  const licenses = await portal.given.category('Licenses')
  const answers = await Promise.all([
    update(admin, ids.foreign!, []),
    toggle(admin, ids.foreign!, licenses),
    remove(admin, ids.foreign!),
    update(admin, ids.foreign!, [], { accountId: 'B1' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 403])
  expect(answers.slice(0, 3).map(({ body }) => body)).toEqual(
    Array(3).fill('{"message":"Not found."}'),
  )
  const held = await admin.post('/api/invoice/invoice-categories/allusers', {
    payload: { userIdList: [ids.foreign!, ids.ana!] },
  })
  expect(held.json()).toEqual([
    { userId: ids.ana, categories: [{ invoiceCategoryId: licenses, name: 'Licenses' }] },
  ])
  expect(await accessOf('kim@b.example')).toMatchObject({ permissions: ['AccessInvoices'] })
})

test('refusals show the rule’s text and change nothing', async () => {
  const marcus = await portal.signIn('marcus@a.example')
  const licenses = await portal.given.category('Licenses')
  const answers = [
    await update(marcus, ids.ana!, ['AccessInvoices', 'AccessLicenses']),
    await update(marcus, ids.marcus!, ['ManageUsers']),
    await update(admin, ids.ana!, ['AccessInvoices'], { role: 'SuperAdmin' }),
    await toggle(marcus, ids.ana!, licenses),
    await remove(admin, ids.admin!),
    await remove(admin, ids.deputy!),
  ]
  expect(
    answers.map((answer) => [answer.statusCode, answer.json<{ message: string }>().message]),
  ).toEqual([
    [403, 'You do not hold Licenses yourself.'],
    [403, 'You cannot change your own access.'],
    [403, 'Only a super admin can set the role.'],
    [403, 'You do not hold Invoices yourself.'],
    [403, 'You cannot remove yourself.'],
    [403, 'Only a super admin can change a super admin.'],
  ])
  expect(await accessOf('ana@a.example')).toEqual({ role: 'User', permissions: ['AccessInvoices'] })
  expect(await entries('Permissions Changed')).toEqual([])
})

test('a change takes effect with the next request, and the history shows old and new values', async () => {
  const ana = await portal.signIn('ana@a.example')
  expect((await ana.get('/api/payment/card')).statusCode).toBe(403)
  const answer = await update(admin, ids.ana!, ['AccessInvoices', 'PayInvoices'])
  expect(answer.json()).toMatchObject({
    id: ids.ana,
    permissions: ['AccessInvoices', 'PayInvoices'],
  })
  expect((await ana.get('/api/payment/card')).statusCode).toBe(200)
  await update(admin, ids.ana!, ['PayInvoices'])
  expect((await ana.get('/api/payment/card')).statusCode).toBe(403)
  expect((await ana.get('/api/invoice')).statusCode).toBe(403)
  expect(await entries('Permissions Changed')).toEqual([
    {
      description: 'Changed the permissions of ana Test: Invoices → Invoices, Pay Invoices',
      actor: 'admin Test',
    },
    {
      description: 'Changed the permissions of ana Test: Invoices, Pay Invoices → none',
      actor: 'admin Test',
    },
  ])
  // Without a change there is no history.
  await update(admin, ids.ana!, [])
  expect(await entries('Permissions Changed')).toHaveLength(2)
  await update(admin, ids.ana!, ['AccessInvoices'])
})

test('a category is given, taken and toggled, and filters the invoices', async () => {
  const data = await portal.given.category('Data')
  await portal.given.invoice('A1', 'DATA-1', { category: 'Data' })
  const ana = await portal.signIn('ana@a.example')
  const seen = async () => (await ana.get('/api/invoice')).json<object[]>().length
  expect(await seen()).toBe(0)
  const given = await toggle(admin, ids.ana!, data)
  expect(
    given.json<{ categories: { name: string }[] }>().categories.map(({ name }) => name),
  ).toEqual(['Data', 'Licenses'])
  expect(await seen()).toBe(1)
  await toggle(admin, ids.ana!, data, { granted: true })
  expect(await seen()).toBe(1)
  await toggle(admin, ids.ana!, data, { granted: false })
  await toggle(admin, ids.ana!, data, { granted: false })
  expect(await seen()).toBe(0)
  expect((await entries('Categories Changed')).map(({ description }) => description)).toEqual([
    'Gave the invoice category Data to ana Test: 1 → 2 categories',
    'Took the invoice category Data from ana Test: 2 → 1 categories',
  ])
})

test('a manager sees the categories of the own company, and cannot tell which others exist', async () => {
  const { given, system } = portal
  await given.invoice('A1', 'A-1', { category: 'Terminals' })
  await given.invoice('B1', 'B-1', { category: 'Brightwater special' })
  // One that the books numbered.
  await system.query(
    `insert into invoice_category (invoice_category_id, name) values (31, 'Of a customer')`,
  )
  const names = async (who: Browser, query = '') =>
    (await who.get(`/api/invoice/invoice-categories/all${query}`))
      .json<{ name: string }[]>()
      .map(({ name }) => name)
  expect(await names(admin)).toEqual(['Data', 'Licenses', 'Terminals'])
  const own = await admin.get('/api/invoice/invoice-categories/user')
  expect(own.json<{ name: string }[]>().map(({ name }) => name)).toEqual(['Data', 'Licenses'])
  expect(await names(chief, '?companyFilter=A1')).toEqual(
    expect.arrayContaining(['Brightwater special', 'Of a customer', 'Terminals']),
  )
  const special = await given.category('Brightwater special')
  const answers = [await toggle(admin, ids.ana!, special), await toggle(admin, ids.ana!, 999_999)]
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
    answers.map(() => [404, '{"message":"Not found."}']),
  )
})

test('a super admin acts for a company by the body or by the query, and the history says so', async () => {
  const byBody = await update(chief, ids.marcus!, ['ManageUsers'])
  expect(byBody.statusCode).toBe(200)
  const byQuery = await chief.post('/api/admin/update-user?companyFilter=A1', {
    payload: {
      userId: ids.marcus,
      accountId: 'A1',
      role: 'User',
      permissions: ['ManageUsers', 'AccessErfs'],
    },
  })
  expect(byQuery.statusCode).toBe(200)
  const contradicting = await chief.post('/api/admin/update-user?companyFilter=B1', {
    payload: { userId: ids.marcus, accountId: 'A1', role: 'User', permissions: [] },
  })
  expect(contradicting.statusCode).toBe(400)
  expect((await update(chief, ids.marcus!, [], { accountId: 'Z9' })).statusCode).toBe(404)
  expect((await entries('Permissions Changed')).at(-1)).toEqual({
    description:
      'Changed the permissions of marcus Test: Manage Users → Requests/ERF, Manage Users (on behalf of the company)',
    actor: 'chief Test',
  })
})

test('a removed user is signed out at once, and loses open invitations and requests', async () => {
  const paula = await portal.given.user('paula@a.example', 'A1', ['AccessErfs', 'ManageUsers'])
  const browser = await portal.signIn('paula@a.example')
  await browser.post('/api/invite/invite', {
    payload: { email: 'friend@x.example', accountId: 'A1', permissions: ['AccessErfs'] },
  })
  await browser.post('/api/user/access-requests', { payload: { permission: 'AccessLicenses' } })
  const removed = await remove(admin, paula)
  expect(removed.statusCode).toBe(200)
  expect(removed.json()).toMatchObject({ id: paula, email: 'paula@a.example', isActive: false })
  expect((await browser.get('/api/user/myself')).statusCode).toBe(401)
  await expect(portal.signIn('paula@a.example')).resolves.toBeDefined()
  const { rows } = await portal.system.query(sql`
    select (select count(*) from session where user_id = ${paula}) as sessions,
           (select count(*) from invite where invited_by = ${paula} and revoked_at is null and expires_at > now()) as invites,
           (select count(*) from access_request where user_id = ${paula} and decided_at is null) as requests`)
  expect(rows).toEqual([{ sessions: 0, invites: 0, requests: 0 }])
  expect((await entries('User Removed')).map(({ description }) => description)).toEqual([
    'Removed paula Test (paula@a.example)',
  ])
  expect((await remove(admin, paula)).statusCode).toBe(404)
  const { users } = (await admin.get('/api/admin/users')).json<{
    users: { id: string; isActive: boolean }[]
  }>()
  expect(users.at(-1)).toMatchObject({ id: paula, isActive: false })
})

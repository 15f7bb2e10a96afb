import { beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Permission } from '@portal/domain/kernel/permissions'
import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
let admin: Browser
let marcus: Browser
let ana: Browser
let chief: Browser
let licenses: number
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
  marcus = await portal.signIn('marcus@a.example')
  ana = await portal.signIn('ana@a.example')
  chief = await portal.signIn('chief@p.example')
  licenses = await given.category('Licenses')
})

const change = (who: Browser, userId: string, body: object, query = '') =>
  who.post(`/api/admin/update-user${query}`, { payload: { userId, accountId: 'A1', ...body } })
const update = (who: Browser, userId: string, permissions: Permission[], more: object = {}) =>
  change(who, userId, { role: 'User', permissions, ...more })
const toggle = (who: Browser, userId: string, invoiceCategoryId: number, more = {}) =>
  who.post('/api/invoice/invoice-categories/toggle', {
    payload: { userId, invoiceCategoryId, ...more },
  })
const remove = (who: Browser, userId: string) =>
  who.send('DELETE', `/api/admin/deactivate?userId=${userId}`)
const refusals = (answers: Awaited<ReturnType<typeof remove>>[]) =>
  answers.map((one) => [one.statusCode, one.json<{ message?: string }>().message])
const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)

async function accessOf(id: string) {
  const { rows } = await portal.system.query<{ role: string; permissions: string[] }>(
    sql`select role, permissions from portal_user where id = ${id}`,
  )
  return rows[0]!
}
const held = async (id: string) => (await accessOf(id)).permissions.toSorted()

async function entries(type: string) {
  const { rows } = await portal.system.query<{ entry: string }>(sql`
    select actor_name || ': ' || description as entry from history_entry
     where entry_type = ${type} order by id`)
  return rows.map(({ entry }) => entry)
}

test('the list has both of its shapes, with a total and without members of another company', async () => {
  const page = await admin.get('/api/admin/users?page=1&perPage=2')
  expect(page.headers['x-count']).toBe('4')
  expect(page.json()).toHaveLength(2)
  expect(page.json<object[]>()[0]).toHaveProperty('permissions')
  const { users } = (await admin.get('/api/admin/users')).json<{ users: { email: string }[] }>()
  expect(users.map(({ email }) => email.split('@')[0]).sort()).toEqual([
    'admin',
    'ana',
    'deputy',
    'marcus',
  ])
})

test('people of another company count as unknown, and cannot be changed', async () => {
  const answers = [
    await update(admin, ids.foreign!, []),
    await toggle(admin, ids.foreign!, licenses),
    await remove(admin, ids.foreign!),
  ]
  expect(refusals(answers)).toEqual(answers.map(() => [404, 'Not found.']))
  const categories = await admin.post('/api/invoice/invoice-categories/allusers', {
    payload: { userIdList: [ids.foreign!, ids.ana!] },
  })
  expect(categories.json()).toEqual([
    { userId: ids.ana, categories: [{ invoiceCategoryId: licenses, name: 'Licenses' }] },
  ])
  expect(await held(ids.foreign!)).toEqual(['AccessInvoices'])
})

test('refusals show the rule’s text and change nothing', async () => {
  const answers = [
    await update(marcus, ids.ana!, ['AccessInvoices', 'AccessLicenses']),
    await update(marcus, ids.marcus!, ['ManageUsers']),
    await update(admin, ids.ana!, ['AccessInvoices'], { role: 'SuperAdmin' }),
    await toggle(marcus, ids.ana!, licenses),
    await remove(admin, ids.admin!),
    await remove(admin, ids.deputy!),
  ]
  expect(refusals(answers)).toEqual([
    [403, 'You do not hold Licenses yourself.'],
    [403, 'You cannot change your own access.'],
    [403, 'Only a super admin can set the role.'],
    [403, 'You do not hold Invoices yourself.'],
    [403, 'You cannot remove yourself.'],
    [403, 'Only a super admin can change a super admin.'],
  ])
  expect(await accessOf(ids.ana!)).toEqual({ role: 'User', permissions: ['AccessInvoices'] })
  expect(await entries('Permissions Changed')).toEqual([])
})

test('a change takes effect with the next request, and the history shows old and new values', async () => {
  const statuses = async () => [
    (await ana.get('/api/payment/card')).statusCode,
    (await ana.get('/api/invoice')).statusCode,
  ]
  expect(await statuses()).toEqual([403, 200])
  const permissions: Permission[] = ['AccessInvoices', 'PayInvoices']
  const answer = await update(admin, ids.ana!, permissions)
  expect(answer.json()).toMatchObject({ id: ids.ana, permissions })
  expect(await statuses()).toEqual([200, 200])
  await update(admin, ids.ana!, ['PayInvoices'])
  expect(await statuses()).toEqual([403, 403])
  await update(admin, ids.ana!, [])
  const changed = 'admin Test: Changed the permissions of ana Test:'
  expect(await entries('Permissions Changed')).toEqual([
    `${changed} Invoices → Invoices, Pay Invoices`,
    `${changed} Invoices, Pay Invoices → none`,
  ])
  await update(admin, ids.ana!, ['AccessInvoices'])
})

test('a category is added, removed and toggled, and filters the invoices', async () => {
  const data = await portal.given.category('Data')
  await portal.given.invoice('A1', 'DATA-1', { category: 'Data' })
  const seen = async () => (await ana.get('/api/invoice')).json<object[]>().length
  expect(await seen()).toBe(0)
  const given = await toggle(admin, ids.ana!, data)
  const { categories } = given.json<{ categories: { name: string }[] }>()
  expect(namesOf(categories)).toEqual(['Data', 'Licenses'])
  expect(await seen()).toBe(1)
  await toggle(admin, ids.ana!, data, { granted: true })
  expect(await seen()).toBe(1)
  await toggle(admin, ids.ana!, data, { granted: false })
  await toggle(admin, ids.ana!, data, { granted: false })
  expect(await seen()).toBe(0)
  expect(await entries('Categories Changed')).toEqual([
    'admin Test: Gave the invoice category Data to ana Test: 1 → 2 categories',
    'admin Test: Took the invoice category Data from ana Test: 2 → 1 categories',
  ])
})

test('a manager sees the categories of the own company, and cannot find out which others exist', async () => {
  const { given, system } = portal
  await given.invoice('A1', 'A-1', { category: 'Terminals' })
  await given.invoice('B1', 'B-1', { category: 'Brightwater special' })
  // A category that the books numbered.
  await system.query(
    `insert into invoice_category (invoice_category_id, name) values (31, 'Of a customer')`,
  )
  const names = async (who: Browser, path: string) =>
    namesOf((await who.get(`/api/invoice/invoice-categories/${path}`)).json<{ name: string }[]>())
  expect(await names(admin, 'all')).toEqual(['Data', 'Licenses', 'Terminals'])
  expect(await names(admin, 'user')).toEqual(['Data', 'Licenses'])
  expect(await names(chief, 'all?companyFilter=A1')).toEqual(
    expect.arrayContaining(['Brightwater special', 'Of a customer', 'Terminals']),
  )
  const special = await given.category('Brightwater special')
  const answers = [await toggle(admin, ids.ana!, special), await toggle(admin, ids.ana!, 999_999)]
  expect(refusals(answers)).toEqual(answers.map(() => [404, 'Not found.']))
})

test('a super admin acts for a company named in the body or in the query, which the history records', async () => {
  const whole = { role: 'User', permissions: ['ManageUsers', 'AccessErfs'] }
  const answers = [
    await update(chief, ids.marcus!, ['ManageUsers']),
    await change(chief, ids.marcus!, whole, '?companyFilter=A1'),
    await change(chief, ids.marcus!, whole, '?companyFilter=B1'),
    await update(chief, ids.marcus!, [], { accountId: 'Z9' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 400, 404])
  expect((await entries('Permissions Changed')).at(-1)).toBe(
    'chief Test: Changed the permissions of marcus Test: Manage Users → Requests/ERF, Manage Users (on behalf of the company)',
  )
})

test('a removed user is signed out immediately, and loses open invitations and requests', async () => {
  const paula = await portal.given.user('paula@a.example', 'A1', ['AccessErfs', 'ManageUsers'])
  const browser = await portal.signIn('paula@a.example')
  await browser.post('/api/invite/invite', {
    payload: { email: 'friend@x.example', accountId: 'A1', permissions: ['AccessErfs'] },
  })
  await ask('AccessLicenses', browser)
  const removed = (await remove(admin, paula)).json<object>()
  expect(removed).toMatchObject({ id: paula, email: 'paula@a.example', isActive: false })
  expect((await browser.get('/api/user/myself')).statusCode).toBe(401)
  await expect(portal.signIn('paula@a.example')).resolves.toBeDefined()
  const { rows } = await portal.system.query(sql`
    select (select count(*) from session where user_id = ${paula}) as sessions,
           (select count(*) from invite where invited_by = ${paula} and revoked_at is null and expires_at > now()) as invites,
           (select count(*) from access_request where user_id = ${paula} and decided_at is null) as requests`)
  expect(rows).toEqual([{ sessions: 0, invites: 0, requests: 0 }])
  expect(await entries('User Removed')).toEqual([
    'admin Test: Removed paula Test (paula@a.example)',
  ])
  expect((await remove(admin, paula)).statusCode).toBe(404)
  const { users } = (await admin.get('/api/admin/users')).json<{ users: object[] }>()
  expect(users.at(-1)).toMatchObject({ id: paula, isActive: false })
})

// Grants one permission at a time.

let people = 0
/** Creates a user who pays invoices, and returns functions that change that user's access. */
async function payer() {
  const email = `pay${(people += 1)}@a.example`
  const id = await portal.given.user(email, 'A1', ['AccessInvoices', 'PayInvoices'])
  return {
    held: () => held(id),
    change: async (body: object) => refusals([await change(admin, id, body)])[0],
  }
}

test('one permission is granted or revoked, and the others stay unchanged', async () => {
  const { change, held } = await payer()
  for (const [step, after] of [
    [{ grant: 'AccessErfs' }, ['AccessErfs', 'AccessInvoices', 'PayInvoices']],
    [{ revoke: 'PayInvoices' }, ['AccessErfs', 'AccessInvoices']],
    [{ revoke: 'PayInvoices' }, ['AccessErfs', 'AccessInvoices']],
  ] as const) {
    expect(await change(step)).toEqual([200, undefined])
    expect(await held()).toEqual(after)
  }
})

test('revoking access to invoices also revokes paying; paying alone cannot be granted', async () => {
  const { change, held } = await payer()
  await change({ revoke: 'AccessInvoices' })
  expect(await held()).toEqual([])
  const refused = [409, 'Requires ‘AccessInvoices’ permission']
  expect(await change({ grant: 'PayInvoices' })).toEqual(refused)
  expect(await held()).toEqual([])
})

test('a complete list replaces all permissions', async () => {
  const { change, held } = await payer()
  const permissions = ['AccessInvoices', 'AccessErfs']
  expect(await change({ role: 'User', permissions })).toEqual([200, undefined])
  expect(await held()).toEqual(['AccessErfs', 'AccessInvoices'])
})

test('contradictory parameters are refused', async () => {
  const { change, held } = await payer()
  for (const order of [
    { grant: 'AccessErfs', revoke: 'AccessErfs' },
    { grant: 'AccessErfs', permissions: [] },
    { revoke: 'PayInvoices', permissions: [] },
  ])
    expect(await change(order)).toEqual([400, 'Send only one of permissions, grant and revoke.'])
  expect(await change({ grant: 'Everything' })).toEqual([400, expect.any(String)])
  expect(await held()).toEqual(['AccessInvoices', 'PayInvoices'])
})

test('two concurrent steps both take effect', async () => {
  const { change, held } = await payer()
  const steps = [{ grant: 'AccessErfs' }, { revoke: 'PayInvoices' }]
  const answers = await Promise.all(steps.map(change))
  expect(answers).toEqual(steps.map(() => [200, undefined]))
  expect(await held()).toEqual(['AccessErfs', 'AccessInvoices'])
})

const ask = (permission: Permission, who = ana) =>
  who.post('/api/user/access-requests', { payload: { permission } })
const decide = (id: string, granted: boolean, who = admin) =>
  who.post(`/api/admin/access-requests/${id}`, { payload: { granted } })
const open = async () => (await admin.get('/api/admin/access-requests')).json<AccessRequest[]>()
async function mails(subject: string) {
  const { rows } = await portal.system.query<{ recipient: string }>(
    sql`select recipient from mail where subject = ${subject} order by recipient`,
  )
  return rows.map(({ recipient }) => recipient.split('@')[0])
}

test('three identical requests count as one, and the managers get one mail each', async () => {
  const answers = [await ask('PayInvoices')]
  answers.push(...(await Promise.all([ask('PayInvoices'), ask('PayInvoices')])))
  expect(new Set(answers.map((answer) => answer.json<AccessRequest>().id)).size).toBe(1)
  expect(await open()).toHaveLength(1)
  expect((await ana.get('/api/user/access-requests')).json()).toHaveLength(1)
  expect(await mails('ana Test requests Pay Invoices')).toEqual(['admin', 'deputy', 'marcus'])
  expect((await ask('AccessInvoices')).statusCode).toBe(409)
})

test('a manager cannot grant a request for a permission that the manager lacks; the request stays', async () => {
  const [request] = await open()
  expect(refusals([await decide(request!.id, true, marcus)])).toEqual([
    [403, 'You do not hold Pay Invoices yourself.'],
  ])
  expect(await open()).toHaveLength(1)
  expect((await ana.get('/api/payment/card')).statusCode).toBe(403)
})

test('a grant takes effect immediately, and two concurrent decisions count once', async () => {
  const [request] = await open()
  const answers = await Promise.all([decide(request!.id, true), decide(request!.id, false)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  expect(await open()).toEqual([])
  const granted = answers[0].statusCode === 200
  expect((await ana.get('/api/payment/card')).statusCode).toBe(granted ? 200 : 403)
  const subject = granted
    ? 'You now have Pay Invoices'
    : 'Your request for Pay Invoices was declined'
  expect(await mails(subject)).toEqual(['ana'])
})

test('a declined permission may be requested again', async () => {
  const { id } = (await ask('AccessErfs')).json<AccessRequest>()
  expect((await decide(id, false, marcus)).statusCode).toBe(200)
  expect(await mails('Your request for Requests/ERF was declined')).toEqual(['ana'])
  expect((await ask('AccessErfs')).json<AccessRequest>().id).not.toBe(id)
  const asked = 'ana Test: Requested the permission Requests/ERF'
  expect((await entries('Access Requested')).slice(-2)).toEqual([asked, asked])
  expect((await entries('Access Declined')).at(-1)).toBe(
    'marcus Test: Declined the permission Requests/ERF to ana Test',
  )
})

test('rights are changed only as shown: not if a colleague changed them meanwhile', async () => {
  const id = await portal.given.user('seen@a.example', 'A1', ['AccessInvoices'], ['Data'])
  const seen = await portal.signIn('seen@a.example')
  const request = (await ask('AccessErfs', seen)).json<AccessRequest>().id
  const calls = (shown: object) => [
    change(admin, id, { grant: 'AccessLicenses', shown }),
    toggle(admin, id, licenses, { granted: true, shown }),
    admin.post(`/api/admin/access-requests/${request}`, { payload: { granted: true, shown } }),
  ]
  const shown = { role: 'User', permissions: ['AccessInvoices'] }
  const words =
    'The access of seen Test was changed in the meantime: it is Invoices (categories Data) now, not Invoices (categories Licenses). Nothing was saved. Please check it and confirm it again.'
  const other = await Promise.all(calls({ ...shown, categories: ['Licenses'] }))
  expect(refusals(other)).toEqual(other.map(() => [409, words]))
  expect(await held(id)).toEqual(['AccessInvoices'])
  // Three colleagues see the same access; only the first one can change it.
  const same = await Promise.all(calls({ ...shown, categories: ['Data'] }))
  expect(same.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
})

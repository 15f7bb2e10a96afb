import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { queuedMails } from '../../test/portal/mails.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { notifySuperAdmins } from './notify-super-admins.ts'

const log = { warn: vi.fn<(details: object, message: string) => void>() }
const portal = testPortal({ SECURITY_EMAIL: 'security@meridian.example' })
let chief: Browser
let count = 0
let staff: string
let customer: string

beforeAll(async () => {
  await portal.given.company('P1', 'Meridian')
  await portal.given.company('A1', 'Aldgate')
  for (const name of ['chief', 'second', 'gone'])
    await portal.given.user(`${name}@meridian.example`, 'P1', [], [], 'SuperAdmin')
  await portal.system.query(
    `update portal_user set deactivated_at = now() where email = 'gone@meridian.example'`,
  )
  chief = await portal.signIn('chief@meridian.example')
  await notify()
  await forgetLost()
})

beforeEach(async () => {
  count += 1
  staff = await portal.given.user(`staff${count}@meridian.example`, 'P1', ['ManageUsers'])
  customer = await portal.given.user(`ana${count}@a.example`, 'A1', ['ManageUsers'])
  await notify()
  await forgetLost()
  await portal.system.query('delete from mail')
  log.warn.mockClear()
})

/** Simulates that 31 days have passed for persons who were super admins. */
async function forgetLost() {
  await portal.owner.query(`update super_admin_change set changed_at = now() - interval '31 days'`)
}
const notify = () => notifySuperAdmins(portal.system, portal.deps.config, log)
const raise = (who: Browser, userId: string, accountId: string) =>
  who.post('/api/admin/update-user', { payload: { userId, accountId, role: 'SuperAdmin' } })
const lower = (userId: string) =>
  chief.post('/api/admin/update-user', { payload: { userId, accountId: 'P1', role: 'User' } })
async function roleOf(id: string) {
  const { rows } = await portal.system.query<{ role: string }>(
    `select role from portal_user where id = '${id}'`,
  )
  return rows[0]?.role
}
const mails = () => queuedMails(portal)
const recipients = async (subject: string) =>
  (await mails()).filter((mail) => mail.subject === subject).map(({ recipient }) => recipient)

async function take(...records: object[]) {
  const rejects: unknown[] = []
  const { outcome } = await importRecords(portal.system, [recordSource('feed', records)], {
    providerDomain: portal.deps.config.page.providerDomain,
    sender: 'API key Books (portal_0000)',
    onReject: (one) => void rejects.push(one),
  })
  return { outcome, rejects }
}
const person = (name: string, role: string) => ({
  record: 'user',
  email: `${name}@meridian.example`,
  accountId: 'P1',
  firstName: name,
  role,
})

test('a user of a customer cannot become a super admin', async () => {
  const answer = await raise(chief, customer, 'A1')
  const message = 'Only people with an address at meridian.example can be super admins.'
  expect([answer.statusCode, answer.json()]).toEqual([403, { message }])
  expect(await roleOf(customer)).toBe('User')
  const own = await portal.signIn(`staff${count}@meridian.example`)
  const other = await portal.given.user(`other${count}@meridian.example`, 'P1', [])
  expect((await raise(own, other, 'P1')).statusCode).toBe(403)
  expect(await notify()).toBe(0)
  expect(await mails()).toEqual([])
})

test('the other super admins and SECURITY_EMAIL get one mail about a new one and its author', async () => {
  expect((await raise(chief, staff, 'P1')).statusCode).toBe(200)
  expect((await Promise.all([notify(), notify()])).toSorted()).toEqual([0, 1])
  const line = { event: 'super_admin.noticed', accountId: 'P1', subjectId: staff }
  const code = expect.any(String) as string
  expect(log.warn.mock.calls.map(([fact]) => fact)).toEqual([{ ...line, code, reason: 'granted' }])
  const sent = await mails()
  expect(sent.map(({ recipient }) => recipient)).toEqual([
    'chief@meridian.example',
    'second@meridian.example',
    'security@meridian.example',
  ])
  expect(sent[0]!.text).toContain(`staff${count}@meridian.example`)
  expect(sent[0]!.text).toMatch(/^Changed by: chief Test \(chief@meridian.example\)$/m)
  expect(sent[0]!.text).toContain(`/users?open=${staff}&company=P1`)
  // The next mail is sent after a new grant. A permission does not change the role.
  const step = { userId: staff, accountId: 'P1', grant: 'AccessErfs' }
  await chief.post('/api/admin/update-user', { payload: step })
  expect([await notify(), await roleOf(staff)]).toEqual([0, 'SuperAdmin'])
  await lower(staff)
  const { rows } = await portal.system.query<{ entry: string }>(
    `select description as entry from history_entry
      where entry_type = 'Role Changed' and actor_name = 'chief Test' order by id desc limit 2`,
  )
  expect(rows.map(({ entry }) => entry)).toEqual([
    `Changed the role of staff${count} Test: Super → User`,
    `Changed the role of staff${count} Test: User → Super`,
  ])
  await raise(chief, staff, 'P1')
  expect(await notify()).toBe(2)
  await lower(staff)
})

test('a grant that was revoked before the worker ran is mailed and logged', async () => {
  await raise(chief, staff, 'P1')
  expect((await lower(staff)).statusCode).toBe(200)
  expect(await notify()).toBe(2)
  const reasons = log.warn.mock.calls.map(([fact]) => (fact as { reason: string }).reason)
  expect(reasons).toEqual(['granted', 'revoked'])
  const who = `staff${count} Test`
  expect(await recipients(`${who} is now a super admin`)).toContain('second@meridian.example')
  expect(await recipients(`${who} is no longer a super admin`)).toContain('second@meridian.example')
})

test('an import that removes the role of all others does not suppress the mails to them', async () => {
  await portal.system.query(`update portal_user set access_changed_at = null`)
  const lowered = ['chief', 'second'].map((name) => person(name, 'User'))
  expect((await take(person('evil', 'SuperAdmin'), ...lowered)).outcome).toBe('loaded')
  expect(await notify()).toBe(3)
  const lost = ['chief@meridian.example', 'second@meridian.example']
  const all = [...lost, 'evil@meridian.example', 'security@meridian.example'].toSorted()
  const others = [...lost, 'security@meridian.example']
  expect(await recipients('evil is now a super admin')).toEqual(others)
  expect(await recipients('chief is no longer a super admin')).toEqual(all)
  const [mail] = await mails()
  expect(mail?.text).toContain('API key Books (portal_0000)')

  const { rows } = await portal.system.query<{ line: string }>(
    `select actor_name || ': ' || description as line from history_entry
      where entry_type = 'Role Changed' and ip_address = 'system' order by 1`,
  )
  expect(rows.map(({ line }) => line)).toEqual([
    'API key Books (portal_0000): Changed the role of chief@meridian.example by a record: Super → User',
    'API key Books (portal_0000): Changed the role of evil@meridian.example by a record: User → Super',
    'API key Books (portal_0000): Changed the role of second@meridian.example by a record: Super → User',
  ])
  await take(person('chief', 'SuperAdmin'), person('second', 'SuperAdmin'), person('evil', 'User'))
})

test('whatever the way of the grant', async () => {
  await portal.system.query(`update portal_user set role = 'SuperAdmin' where id = $1`, [staff])
  expect(await notify()).toBe(1)
  expect(await mails()).toHaveLength(3)
  expect((await mails())[0]?.text).toMatch(/^Changed by: \w*system/m)
  await portal.system.query(`update portal_user set role = 'User' where id = $1`, [staff])
  for (const role of [portal.deps.db, portal.system])
    for (const change of [
      `delete from super_admin_change`,
      `update super_admin_change set changed_by = 'x'`,
      `insert into super_admin_change (account_id, user_id, email, changed_by, is_granted)
       values ('P1', '${staff}', 'x', 'x', true)`,
    ])
      await expect(role.query(change), change).rejects.toThrow(/permission denied/)
})

test('a record can only make people of the provider super admins', async () => {
  const email = `ana${count}@a.example`
  expect(await take({ record: 'user', email, accountId: 'A1', role: 'SuperAdmin' })).toMatchObject({
    outcome: 'refused',
    rejects: [{ field: 'role', reason: 'only people at meridian.example can be a SuperAdmin' }],
  })
  expect(await roleOf(customer)).toBe('User')
  expect(await take(person(`new${count}`, 'SuperAdmin'))).toMatchObject({ rejects: [] })
  expect(await notify()).toBe(1)
})

import type { AttentionKey } from '@portal/domain/attention/attention-lists'
import type { AttentionPage } from '@portal/domain/attention/attention.schema'
import type { Role } from '@portal/domain/kernel/permissions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { portal as command } from '../../test/integration/command-line.ts'
import { queuedMails } from '../../test/portal/mails.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { inTransaction } from '../platform/database/database.ts'
import { newSessionToken, sessionHash, startSession } from '../session/session.queries.ts'

const portal = testPortal()
let chief: Browser
let count = 0
let email: string
let userId: string

beforeAll(async () => {
  await portal.given.company('P1', 'Meridian')
  chief = await portal.person('chief@meridian.example', 'P1', [], [], 'SuperAdmin')
})

beforeEach(async () => {
  email = `ana${++count}@a.example`
  await portal.given.company(`A${count}`)
  userId = await portal.given.user(email, `A${count}`)
})

const signIn = (
  subject: string,
  issuer = 'https://id.example',
  verifiedEmail: string | null = email,
) =>
  inTransaction(portal.deps.db, (tx) =>
    startSession(tx, {
      hash: sessionHash(newSessionToken()),
      issuer,
      subject: `${subject} ${count}`,
      verifiedEmail,
      idToken: 'none',
      firstName: '',
      lastName: '',
      allowGuest: false,
      providerDomain: portal.deps.config.page.providerDomain,
      ipAddress: '127.0.0.1',
      userAgent: 'a test',
    }),
  )
const decided = async (...given: Parameters<typeof signIn>) => {
  const { started, decision } = await signIn(...given)
  return `${decision} ${started}`
}
const reset = (who: Browser, reason = 'New directory') =>
  who.post(`/api/admin/reset-sign-in?companyFilter=A${count}`, { payload: { userId, reason } })
const rebind = (...args: string[]) =>
  command(['sign-in', 'rebind', ...args], { SYSTEM_DATABASE_URL: portal.database.systemUrl })
const histories = async () => {
  const { rows } = await portal.system.query<{ line: string }>(sql`
    select account_id || ': ' || actor_name || ': ' || description as line from history_entry
     where entry_type = 'Sign-In Reset' and description like ${`%${email}%`} order by account_id`)
  return rows.map(({ line }) => line)
}

test('a super admin resets a sign-in: sessions end, the former account is refused, the next account signs in', async () => {
  expect(await decided('old', undefined, null)).toBe('unknown unknown')
  expect(await decided('old')).toBe('bind user')
  expect(await decided('new')).toBe('otherAccount unknown')
  expect((await reset(chief)).statusCode).toBe(200)
  const { rowCount } = await portal.system.query(sql`select from session where user_id = ${userId}`)
  expect(rowCount).toBe(0)
  expect(await decided('old')).toBe('otherAccount unknown')
  expect(await decided('new', undefined, null)).toBe('unknown unknown')
  expect(await decided('new')).toBe('bind user')
  expect(await decided('old')).toBe('otherAccount unknown')

  const [mail] = await queuedMails(portal, sql`recipient = ${email}`)
  expect(mail).toMatchObject({ kind: 'signIn', subject: 'Your sign-in to the portal was reset' })
  expect(mail?.text).toMatch(/chief Test[^]*New directory[^]*If you did not ask for this/)
  const line = `chief Test: Reset the sign-in of ana${count} Test (${email}): New directory (on behalf of the company)`
  expect(await histories()).toEqual([
    `A${count}: ${line}`,
    `P1: ${line.replace(' (on behalf of the company)', '')}`,
  ])
})

test('a reset of a person without an account accepts the former one again', async () => {
  await signIn('old')
  for (let nth = 0; nth < 2; nth += 1) await reset(chief)
  expect(await decided('old')).toBe('bind user')
})

test('a super admin cannot reset the own sign-in', async () => {
  const { rows } = await portal.system.query<{ id: string }>(
    `select id from portal_user where email = 'chief@meridian.example'`,
  )
  const payload = { userId: rows[0]!.id, reason: 'x' }
  expect((await chief.post('/api/admin/reset-sign-in', { payload })).statusCode).toBe(409)
})

test('the command resets a person or a company, with its author, reason and mail', async () => {
  const second = `bob${count}@a.example`
  await portal.given.user(second, `A${count}`)
  await signIn('old')
  const person = await rebind('--person', email.toUpperCase(), '--reason', 'New laptop')
  expect(person).toMatchObject({ code: 0, out: expect.stringContaining('1 person may') })
  expect(await decided('new')).toBe('bind user')
  const company = await rebind('--company', `A${count}`)
  expect(company.out).toContain('2 people may')
  expect(await decided('new')).toBe('otherAccount unknown')
  expect(await histories()).toContainEqual(
    expect.stringMatching(/: Command line \(\w+\): .*: New laptop$/),
  )
  expect(await queuedMails(portal, sql`recipient = ${second}`)).toHaveLength(1)
})

test('accounts of a replaced provider work until one of another provider replaces them', async () => {
  const [old, next] = [`https://old${count}.example`, 'https://next.example']
  await signIn('ana', old)
  expect(await decided('ana', next)).toBe('otherAccount unknown')
  expect((await rebind('--all', '--from', old)).out).toContain('1 person of 1 company may')
  expect(await decided('ana', old)).toBe('enter user')
  expect(await decided('other', old)).toBe('otherAccount unknown')
  expect(await decided('ana', next)).toBe('replace user')
  expect(await decided('ana', old)).toBe('otherAccount unknown')
  expect(await decided('other', next)).toBe('otherAccount unknown')
})

test('the command refuses an address without a user, and more than one choice', async () => {
  await signIn('ana', `https://one${count}.example`)
  const unknown = await rebind('--all', '--from', 'https://typo.example')
  expect(unknown.code).toBe(1)
  expect(unknown.err).toContain(`https://one${count}.example (1)`)
  expect((await rebind('--person', 'sam@elsewhere.example')).code).toBe(1)
  for (const wrong of [[], ['--all'], ['--from', 'x'], ['--person', email, '--all', '--from', 'x']])
    expect((await rebind(...wrong)).code, wrong.join(' ')).toBe(2)
})

test('a new address of the same account, if verified and free, is stored; both addresses get a mail', async () => {
  const next = `ana.kim${count}@a.example`
  await signIn('ana')
  expect(await decided('ana', undefined, null)).toBe('enter user')
  for (const address of ['kélvin@a.example', next.toUpperCase()])
    await signIn('ana', undefined, address)
  expect(await decided('ana', undefined, next)).toBe('enter user')
  const mails = await queuedMails(portal, sql`subject like ${`%${next.toUpperCase()}`}`)
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([next.toUpperCase(), email])
  const { rows } = await portal.system.query(sql`
    select account_id, actor_name, description from history_entry where entry_type = 'Address Changed' and actor_id = ${userId}`)
  expect(rows).toEqual([
    {
      account_id: `A${count}`,
      actor_name: `ana${count} Test`,
      description: `The address at the sign-in provider changed: ${email} → ${next.toUpperCase()}`,
    },
  ])
  const { rows: known } = await portal.system.query(
    sql`select former_keys from portal_user where id = ${userId}`,
  )
  expect(known).toEqual([{ former_keys: [email] }])
  // The former address belongs to no user.
  expect(await decided('another')).toBe('unknown unknown')
})

const listed = async (list: AttentionKey) => {
  const { lists } = (await chief.get(`/api/attention?list=${list}`)).json<AttentionPage>()
  return lists[0]?.items.map(({ subject, detail }) => `${subject}: ${detail}`)
}

test('an address of another person is left to a super admin until the conflict is resolved', async () => {
  const taken = `bob${count}@a.example`
  const bob = await portal.given.user(taken, `A${count}`, ['PayInvoices', 'AccessInvoices'])
  await signIn('ana')
  expect(await decided('ana', undefined, taken)).toBe('conflict user')
  const { rows } = await portal.system.query(sql`
    select count(*)::int as sessions from session where user_id = ${bob}`)
  expect(rows).toEqual([{ sessions: 0 }])
  expect(await listed('signIns')).toEqual([
    `${email}: The sign-in provider sends ${taken}, which is the address of a user of company A${count}`,
  ])
  await signIn('ana')
  expect(await listed('signIns')).toBeUndefined()
  await signIn('ana', undefined, taken)
  expect(await listed('signIns')).toHaveLength(1)
  // The account belongs to another user now.
  expect((await reset(chief)).statusCode).toBe(200)
  expect(await listed('signIns')).toBeUndefined()
  await signIn('of ana')
  await signIn('of ana', undefined, taken)
  await portal.system.query(sql`update portal_user set deactivated_at = now() where id = ${bob}`)
  expect(await listed('signIns')).toBeUndefined()
  expect(await decided('of ana', undefined, taken)).toBe('follow user')
})

test('a super admin whose new address is not of the provider cannot sign in until the role is removed', async () => {
  const provider = portal.deps.config.page.providerDomain
  const role = (now: Role) =>
    portal.system.query(sql`update portal_user set role = ${now} where id = ${userId}`)
  await portal.system.query(
    sql`update portal_user set email = ${`ana${count}@${provider}`} where id = ${userId}`,
  )
  await role('SuperAdmin')
  email = `ana${count}@${provider}`
  await signIn('ana')
  expect(await decided('ana', undefined, `kim${count}@${provider}`)).toBe('follow user')
  expect(await decided('ana', undefined, `ana${count}@gone.example`)).toBe('leftProvider unknown')
  expect(await listed('superAdmins')).toEqual([
    `kim${count}@${provider}: The sign-in provider sends ana${count}@gone.example`,
  ])
  expect(await decided('ana', undefined, null)).toBe('enter user')
  expect(await listed('superAdmins')).toBeUndefined()
  await decided('ana', undefined, `ana${count}@gone.example`)
  await role('User')
  expect(await listed('superAdmins')).toBeUndefined()
  expect(await decided('ana', undefined, `ana${count}@gone.example`)).toBe('follow user')
})

import { beforeAll, beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Invite, InviteCheck } from '@portal/domain/team/invites.schema'
import { eventsOf } from '../../test/events.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'

const portal = testPortal()
let count = 0
let accountId: string
let oldAccount: string
let boss: Browser
let licenses: number

beforeAll(async () => {
  licenses = await portal.given.category('Licenses')
})
beforeEach(async () => {
  count += 1
  accountId = `N${count}`
  oldAccount = `O${count}`
  const { given } = portal
  await given.company(accountId, 'Newcorp')
  await given.company(oldAccount, 'Oldcorp')
  await given.user(
    `boss${count}@n.example`,
    accountId,
    ['ManageUsers', 'AccessInvoices', 'PayInvoices'],
    ['Licenses'],
  )
  await given.user(`keeper${count}@o.example`, oldAccount, ['ManageUsers'])
  boss = await portal.signIn(`boss${count}@n.example`)
})

const nina = () => `nina${count}@x.example`
async function invited(email = nina()): Promise<string> {
  const payload = {
    email,
    accountId,
    permissions: ['AccessInvoices', 'PayInvoices'],
    invoiceCategories: [licenses],
  }
  return (await boss.post('/api/invite/invite', { payload })).json<Invite>().inviteCode
}
const check = (who: Browser, code: string) => who.get(`/api/invite/check/${code}`)
const accept = (who: Browser, code: string) => who.post(`/api/invite/accept?InviteCode=${code}`)
const notFound =
  'Invitation Not Found: We are unable to verify your invitation. Please request a new one.'
const expired = 'Invitation Expired: Please contact your company admin to send another invitation.'

async function people(company: string) {
  const { rows } = await portal.system.query(sql`
    select u.email, u.permissions, u.deactivated_at is null as active,
           (select count(*) from user_category h where h.user_id = u.id) as categories
      from portal_user u where u.account_id = ${company} and u.email not like 'boss%' and u.email not like 'keeper%'
     order by u.created_at`)
  return rows
}

async function history(company: string): Promise<string[]> {
  const { rows } = await portal.system.query<{ told: string }>(sql`
    select entry_type || ': ' || description as told from history_entry
     where account_id = ${company} and entry_type in ('Invite Accepted', 'User Left') order by id`)
  return rows.map(({ told }) => told)
}

async function refusals(who: Browser, code: string) {
  const answers = [await check(who, code), await accept(who, code)]
  return answers.map(({ statusCode, body }) => [
    statusCode,
    (JSON.parse(body) as { message: string }).message,
  ])
}

test('another person’s code counts as unknown', async () => {
  const code = await invited()
  const eve = await portal.signIn('eve@elsewhere.example')
  const wrong = [
    [404, notFound],
    [404, notFound],
  ]
  expect(await refusals(eve, code)).toEqual(wrong)
  expect(await refusals(eve, 'no-such-code')).toEqual(wrong)
  // A tag or a dot makes a different address.
  expect(await refusals(await portal.signIn(`nina${count}+a@x.example`), code)).toEqual(wrong)
  expect(await people(accountId)).toEqual([])
})

test('an invitee may review many times and joins once, with what was granted', async () => {
  const code = await invited()
  const guest = await portal.signIn(nina().toUpperCase())
  for (let nth = 0; nth < 3; nth += 1)
    expect((await check(guest, code)).json<InviteCheck>()).toMatchObject({
      companyName: 'Newcorp',
      permissions: ['AccessInvoices', 'PayInvoices'],
      leavesCompany: null,
      refusal: null,
    })
  expect((await guest.get('/api/user/myself')).statusCode).toBe(403)
  const answer = await accept(guest, code)
  expect(answer.statusCode).toBe(200)
  expect(await people(accountId)).toEqual([
    { email: nina(), permissions: ['AccessInvoices', 'PayInvoices'], active: true, categories: 1 },
  ])
  expect(await history(accountId)).toEqual([
    `Invite Accepted: ${nina()} accepted the invitation and joined Newcorp with Invoices, Pay Invoices (categories Licenses)`,
  ])
  // The earlier session is over; the new one is the member's.
  expect((await guest.get('/api/is-authenticated')).json()).toMatchObject({
    isAuthenticated: false,
  })
  const cookies = answer.headers['set-cookie'] as string[]
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  const myself = await portal.app.inject({ url: '/api/user/myself', headers: { cookie } })
  expect(myself.json()).toMatchObject({ email: nina(), companyName: 'Newcorp', accountId })
  const [sent] = (await boss.get('/api/invite')).json<Invite[]>()
  expect(sent).toMatchObject({ hasAccepted: true })
  expect(sent!.acceptedUserId).not.toBeNull()
  expect(await refusals(await portal.signIn(nina()), code)).toEqual([
    [404, notFound],
    [404, notFound],
  ])
  expect((await boss.send('DELETE', `/api/invite/rescind/${code}`)).statusCode).toBe(404)
})

test('a member of another company leaves it entirely: permissions, categories, sessions', async () => {
  await portal.given.user(nina(), oldAccount, ['AccessInvoices', 'AccessErfs'], ['Licenses', 'Old'])
  const code = await invited()
  const [here, there] = await Promise.all([portal.signIn(nina()), portal.signIn(nina())])
  expect((await check(here, code)).json()).toMatchObject({
    leavesCompany: 'Oldcorp',
    refusal: null,
  })
  expect((await accept(here, code)).statusCode).toBe(200)
  expect((await there.get('/api/user/myself')).statusCode).toBe(401)
  expect(await people(oldAccount)).toMatchObject([{ email: nina(), active: false }])
  expect(await people(accountId)).toMatchObject([{ email: nina(), active: true, categories: 1 }])
  expect(await history(oldAccount)).toEqual([
    `User Left: ${nina()} left Oldcorp for another company`,
  ])
  expect(await history(accountId)).toHaveLength(1)
  const again = await portal.signIn(nina())
  expect((await again.get('/api/user/myself')).json()).toMatchObject({ companyName: 'Newcorp' })
  expect(await eventsOf(portal, oldAccount)).toMatchObject([
    { type: 'user.removed', data: { email: nina(), reason: 'left' } },
  ])
  expect(await eventsOf(portal, accountId)).toMatchObject([
    { type: 'invite.accepted', data: { email: nina() } },
  ])
})

test('a former user returns as the same user', async () => {
  const id = await portal.given.user(nina(), accountId, ['AccessErfs'], ['Old'])
  await portal.system.query(sql`update portal_user set deactivated_at = now() where id = ${id}`)
  expect((await accept(await portal.signIn(nina()), await invited())).statusCode).toBe(200)
  expect(await people(accountId)).toEqual([
    { email: nina(), permissions: ['AccessInvoices', 'PayInvoices'], active: true, categories: 1 },
  ])
})

test('a super admin and the last manager of a company stay where they are', async () => {
  await portal.given.user(`chief${count}@o.example`, oldAccount, [], [], 'SuperAdmin')
  await portal.given.company(`L${count}`, 'Lonely')
  await portal.given.user(`last${count}@l.example`, `L${count}`, ['ManageUsers'])
  for (const [email, reason] of [
    [`chief${count}@o.example`, 'A super admin cannot join another company.'],
    [
      `last${count}@l.example`,
      'You are the last user who can manage Lonely. Please give another user Manage Users first.',
    ],
  ] as const) {
    const code = await invited(email)
    const who = await portal.signIn(email)
    expect((await check(who, code)).json()).toMatchObject({ refusal: reason, leavesCompany: null })
    expect((await accept(who, code)).json()).toEqual({ message: reason })
    expect((await who.get('/api/user/myself')).statusCode).toBe(200)
  }
  expect(await people(accountId)).toEqual([])
})

test('expired and revoked invitations are refused, each with its own text', async () => {
  const code = await invited()
  const guest = await portal.signIn(nina())
  await portal.system.query(
    sql`update invite set expires_at = now() where account_id = ${accountId}`,
  )
  expect(await refusals(guest, code)).toEqual([
    [410, expired],
    [410, expired],
  ])
  await boss.send('DELETE', `/api/invite/rescind/${code}`)
  expect(await refusals(guest, code)).toEqual([
    [404, notFound],
    [404, notFound],
  ])
})

test('of ten who accept one code at once one joins', async () => {
  const code = await invited()
  const guests = await Promise.all(Array.from({ length: 10 }, () => portal.signIn(nina())))
  const answers = await Promise.all(guests.map((guest) => accept(guest, code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]))
  expect(await people(accountId)).toHaveLength(1)
  expect(await history(accountId)).toHaveLength(1)
})

test('two users who swap companies at once both succeed', async () => {
  await portal.given.user(`a${count}@n.example`, accountId, ['AccessErfs'])
  await portal.given.user(`b${count}@o.example`, oldAccount, ['AccessErfs'])
  const keeper = await portal.signIn(`keeper${count}@o.example`)
  const toNew = await invited(`b${count}@o.example`)
  const payload = {
    email: `a${count}@n.example`,
    accountId: oldAccount,
    permissions: ['ManageUsers'],
  }
  const toOld = (await keeper.post('/api/invite/invite', { payload })).json<Invite>().inviteCode
  const [a, b] = await Promise.all([
    portal.signIn(`a${count}@n.example`),
    portal.signIn(`b${count}@o.example`),
  ])
  const answers = await Promise.all([accept(a, toOld), accept(b, toNew)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('a code is guessed at twenty times a minute, no more', async () => {
  const guest = await portal.signIn(nina())
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, nth) => check(guest, `guess-${nth}`)),
  )
  // A new minute may start during the calls: then twice twenty pass.
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(20)
  expect(answers.some(({ statusCode }) => statusCode === 404)).toBe(true)
})

test('the person who accepted an invitation can see that; to others it is unknown', async () => {
  const code = await invited()
  await accept(await portal.signIn(nina()), code)
  const member = await portal.signIn(nina())
  expect((await check(member, code)).json<InviteCheck>()).toMatchObject({
    companyName: 'Newcorp',
    isMember: true,
    refusal: 'You are already a member of Newcorp.',
  })
  const again = await accept(member, code)
  expect([again.statusCode, again.json<object>()]).toEqual([
    409,
    { message: 'You are already a member of Newcorp.' },
  ])
  const unknown = [
    [404, notFound],
    [404, notFound],
  ]
  expect(await refusals(boss, code)).toEqual(unknown)
  expect(await refusals(await portal.signIn('eve@elsewhere.example'), code)).toEqual(unknown)
  // A removed user is no longer a member.
  await portal.system.query(
    sql`update portal_user set deactivated_at = now() where email = ${nina()}`,
  )
  expect(await refusals(await portal.signIn(nina()), code)).toEqual(unknown)
  expect(await history(accountId)).toHaveLength(1)
})

import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { InviteCheck } from '@portal/domain/team/invites.schema'
import { eventsOf } from '../../test/integration/events.ts'
import {
  accept,
  accountId,
  boss,
  bossId,
  both,
  bothCalls,
  check,
  company,
  count,
  data,
  history,
  invite,
  invitePortal,
  licenses,
  list,
  nina,
  oldAccount,
  paying,
  revoke,
  send,
  superAdmin,
} from '../../test/team/invite-desk.ts'
import { queuedMails } from '../../test/portal/mails.ts'

const portal = invitePortal()

const statuses = (answers: { statusCode: number }[]) => answers.map((one) => one.statusCode)
const unknown = both(
  404,
  'Invitation Not Found: We are unable to verify your invitation. Please request a new one.',
)
const mails = () => queuedMails(portal, sql`account_id = ${accountId}`)
const deactivate = (email: string) =>
  portal.system.query(sql`update portal_user set deactivated_at = now() where email = ${email}`)

async function people(of: string) {
  const { rows } = await portal.system.query(sql`
    select u.email, u.permissions, u.deactivated_at is null as active,
           (select count(*) from user_category h where h.user_id = u.id) as categories
      from portal_user u where u.account_id = ${of} and u.email not like 'boss%' and u.email not like 'keeper%'
     order by u.created_at`)
  return rows
}
const member = () => ({ email: nina(), permissions: paying, active: true, categories: 1 })

test.each([
  [{ email: 'nina@x.example\r\nBcc: a@b.example' }, 400, 'Please enter a valid email address.'],
  [
    { permissions: ['AccessErfs'], invoiceCategories: [] },
    403,
    'You do not hold Requests/ERF yourself.',
  ],
  [{ permissions: ['ManageUsers'] }, 400, 'invoiceCategories: only with AccessInvoices'],
  [{ invoiceCategories: [999_999_999] }, 403, /do not hold all/],
])('%j is refused with %i and writes nothing', async (body, status, message) => {
  const answer = await send(body)
  expect(answer.statusCode).toBe(status)
  expect(answer.json<{ message: string }>().message).toMatch(message)
  expect([await list(), await mails()]).toEqual([[], []])
})

test('a category the inviter does not hold cannot be granted', async () => {
  expect((await send({ invoiceCategories: [licenses, data] })).json()).toEqual({
    message: 'You do not hold all of these categories yourself.',
  })
})

test('an invitation is listed, mailed as text and HTML, and recorded', async () => {
  await invite({ permissions: ['AccessInvoices'] })
  const [sent] = await list()
  expect(sent).toMatchObject({
    email: nina(),
    hasAccepted: false,
    acceptedUserId: null,
    userId: bossId,
    permissions: ['AccessInvoices'],
    categories: [{ invoiceCategoryId: licenses, name: 'Licenses' }],
    inviteCode: expect.stringMatching(/^[\w-]{43}$/),
  })
  const days = (Date.parse(sent!.expirationDate) - Date.parse(sent!.sentDate)) / 86_400_000
  expect(days).toBe(7)
  const [mail] = await mails()
  const link = `${portal.origin}/confirm?code=${sent!.inviteCode}`
  const subject = `boss${count} Test invites you to ${company}`
  expect(mail).toMatchObject({ recipient: nina(), subject })
  expect(mail!.text).toContain(`Review the invitation:\n${link}\n`)
  expect(mail!.text).toContain('You will have access to: Invoices\n')
  expect(mail!.html).toContain(`<a href="${link}"`)
  expect(mail!.html).not.toContain('<b>Newcorp')
  expect(await history()).toEqual([
    `Invite Sent: Invited ${nina()} with Invoices (categories Licenses)`,
  ])
})

test('a resent invitation is the same invitation with a new link and expiry', async () => {
  const first = await invite()
  await portal.system.query(sql`
    update invite set created_at = created_at - interval '9 days', sent_at = sent_at - interval '9 days',
           expires_at = expires_at - interval '9 days' where account_id = ${accountId}`)
  const again = await invite({ email: nina().toUpperCase().replace('X.EXAMPLE', 'x.example') })
  expect(again.id).toBe(first.id)
  expect(again.inviteCode).not.toBe(first.inviteCode)
  expect(Date.parse(again.expirationDate)).toBeGreaterThan(Date.now())
  expect(again.sentDate > again.createdDate).toBe(true)
  expect([(await list()).length, (await mails()).length]).toEqual([1, 2])
  expect(await revoke(first.inviteCode)).toBe(404)
})

test('two managers inviting the same address at once send one invitation', async () => {
  await Promise.all(Array.from({ length: 5 }, () => invite()))
  expect(await list()).toHaveLength(1)
})

test('a member is not invited again; an address of another company is treated like an unknown one', async () => {
  const email = `BOSS${count}@n.example`
  expect((await send({ email })).json()).toEqual({
    message: `${email} is already a member of ${company}.`,
  })
  const known = await invite({ email: `keeper${count}@o.example` })
  expect(Object.keys(known)).toEqual(Object.keys(await invite()))
})

test('a revoked invitation is gone and cannot be revoked twice', async () => {
  const { inviteCode } = await invite()
  const answers = await Promise.all([revoke(inviteCode), revoke(inviteCode)])
  expect(answers.sort()).toEqual([200, 404])
  expect(await list()).toEqual([])
})

test('invitations are limited per address and per company', async () => {
  const codes = []
  for (let nth = 0; nth < 7; nth += 1) codes.push((await send()).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 200, 429])
  const many = await Promise.all(
    Array.from({ length: 46 }, (_, nth) => send({ email: `many${nth}@x.example` })),
  )
  const refused = many.filter(({ statusCode }) => statusCode !== 200)
  expect(refused).toHaveLength(3)
  expect(refused[0]!.body).toMatch(/"You can invite 50 more people in \d+ minutes?\."/)
  expect(await mails()).toHaveLength(6 + 43)
})

test('a super admin invites into any company, with all rights', async () => {
  const chief = await superAdmin()
  await invite({ invoiceCategories: [data] }, chief)
  expect(await list()).toHaveLength(1)
  expect(
    (await send({ permissions: ['PayInvoices'], invoiceCategories: [] }, chief)).statusCode,
  ).toBe(403)
})

test('another person’s code counts as unknown', async () => {
  const { inviteCode } = await invite()
  const eve = await portal.signIn('eve@elsewhere.example')
  expect(await bothCalls(inviteCode, eve)).toEqual(unknown)
  expect(await bothCalls('no-such-code', eve)).toEqual(unknown)
  // A tag or a dot makes an address different.
  const tagged = await portal.signIn(`nina${count}+a@x.example`)
  expect(await bothCalls(inviteCode, tagged)).toEqual(unknown)
  expect(await people(accountId)).toEqual([])
})

test('an invitee may review many times and joins once, with the granted rights', async () => {
  const { inviteCode } = await invite()
  const guest = await portal.signIn(nina().toUpperCase())
  const review = { companyName: company, permissions: paying, leavesCompany: null, refusal: null }
  for (let nth = 0; nth < 3; nth += 1)
    expect((await check(guest, inviteCode)).json<InviteCheck>()).toMatchObject(review)
  expect((await guest.get('/api/user/myself')).statusCode).toBe(403)
  await portal.owner.query(
    `update session set first_name = 'Nina', last_name = 'Cole' where address_key(guest_email) = $1`,
    [nina()],
  )
  const answer = await accept(guest, inviteCode)
  expect(answer.statusCode).toBe(200)
  expect(await people(accountId)).toEqual([member()])
  expect((await history()).slice(1)).toEqual([
    `Invite Accepted: ${nina()} accepted the invitation and joined ${company} with Invoices, Pay Invoices (categories Licenses)`,
  ])
  // The earlier session has ended; the new session belongs to the member.
  expect((await guest.get('/api/is-authenticated')).json()).toMatchObject({
    isAuthenticated: false,
  })
  const cookies = answer.headers['set-cookie'] as string[]
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  const myself = await portal.app.inject({ url: '/api/user/myself', headers: { cookie } })
  expect(myself.json()).toMatchObject({
    email: nina(),
    firstName: 'Nina',
    lastName: 'Cole',
    companyName: company,
    accountId,
  })
  const accepted = { hasAccepted: true, acceptedUserId: expect.any(String), problem: null }
  expect(await list()).toMatchObject([accepted])
  expect(await revoke(inviteCode)).toBe(404)
})

test('an invitation is sent and accepted only as shown', async () => {
  const old = await send({ shown: ['Lizenzen'] })
  expect([old.statusCode, old.body]).toEqual([409, expect.stringContaining('not Invoices')])
  const { inviteCode } = await invite({ shown: ['Licenses'] })
  const guest = await portal.signIn(nina())
  const {
    refusal: _,
    isMember: _is,
    expirationDate: _ends,
    ...shown
  } = (await check(guest, inviteCode)).json<InviteCheck>()
  const other = await accept(guest, inviteCode, { ...shown, categories: ['Data'] })
  expect([other.statusCode, other.json()]).toEqual([
    409,
    {
      message: `The invitation has changed: it is Invoices, Pay Invoices (categories Licenses) at ${company} now, not Invoices, Pay Invoices (categories Data) at ${company}. Nothing was saved. Please check it and confirm it again.`,
    },
  ])
  expect(await people(accountId)).toEqual([])
  expect((await accept(guest, inviteCode, shown)).statusCode).toBe(200)
})

test('the person who accepted an invitation can see the acceptance; to others the invitation is unknown', async () => {
  const { inviteCode } = await invite()
  await accept(await portal.signIn(nina()), inviteCode)
  const joined = await portal.signIn(nina())
  const refusal = `You are already a member of ${company}.`
  const review = { companyName: company, isMember: true, refusal }
  expect((await check(joined, inviteCode)).json()).toMatchObject(review)
  const again = await accept(joined, inviteCode)
  expect([again.statusCode, again.json()]).toEqual([409, { message: refusal }])
  for (const other of [boss, await portal.signIn('eve@elsewhere.example')])
    expect(await bothCalls(inviteCode, other)).toEqual(unknown)
  await deactivate(nina())
  expect(await bothCalls(inviteCode, await portal.signIn(nina()))).toEqual(unknown)
  expect(await history()).toHaveLength(2)
})

test('a member of another company leaves it entirely: permissions, categories, sessions', async () => {
  await portal.given.user(nina(), oldAccount, ['AccessInvoices', 'AccessErfs'], ['Licenses', 'Old'])
  const { inviteCode } = await invite()
  const [here, there] = await Promise.all([portal.signIn(nina()), portal.signIn(nina())])
  const review = { leavesCompany: 'Oldcorp', refusal: null }
  expect((await check(here, inviteCode)).json()).toMatchObject(review)
  expect((await accept(here, inviteCode)).statusCode).toBe(200)
  expect((await there.get('/api/user/myself')).statusCode).toBe(401)
  expect(await people(oldAccount)).toMatchObject([{ email: nina(), active: false }])
  expect(await people(accountId)).toEqual([member()])
  const left = `User Left: ${nina()} left Oldcorp for another company`
  expect(await history(oldAccount)).toEqual([left])
  const again = await portal.signIn(nina())
  expect((await again.get('/api/user/myself')).json()).toMatchObject({ companyName: company })
  expect([await eventsOf(portal, oldAccount), await eventsOf(portal, accountId)]).toMatchObject([
    [{ type: 'user.removed', data: { email: nina(), reason: 'left' } }],
    [{ type: 'invite.accepted', data: { email: nina() } }],
  ])
})

test('a person who became a user meanwhile is not overwritten by the invitation', async () => {
  const { inviteCode } = await invite()
  const guest = await portal.signIn(nina())
  await portal.given.user(nina(), accountId, ['AccessErfs'])
  const answer = await accept(guest, inviteCode)
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { message: expect.stringContaining('already has this address') },
  ])
  expect(await people(accountId)).toMatchObject([{ email: nina(), permissions: ['AccessErfs'] }])
})

test('another account with the address of a user is refused, until the sign-in of the user is reset', async () => {
  const userId = await portal.given.user(nina(), oldAccount, ['AccessErfs'])
  await portal.system.query(sql`
    update sign_in_directory set issuer = 'https://id.example', subject = 'hers' where user_id = ${userId}`)
  const { inviteCode } = await invite()
  const refused = await accept(await portal.signIn(nina()), inviteCode)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { message: expect.stringContaining('reset your sign-in') },
  ])
  expect(await people(oldAccount)).toMatchObject([{ email: nina(), active: true }])
  await portal.system.query(sql`select reset_sign_in(${oldAccount}, ${userId})`)
  expect((await accept(await portal.signIn(nina()), inviteCode)).statusCode).toBe(200)
  expect(await people(oldAccount)).toMatchObject([{ email: nina(), active: false }])
})

test('a former user returns as the same user', async () => {
  await portal.given.user(nina(), accountId, ['AccessErfs'], ['Old'])
  await deactivate(nina())
  const { inviteCode } = await invite()
  expect((await accept(await portal.signIn(nina()), inviteCode)).statusCode).toBe(200)
  expect(await people(accountId)).toEqual([member()])
})

test('a super admin and the last manager of a company stay in their company', async () => {
  await superAdmin()
  await portal.given.company(`L${count}`, 'Lonely')
  await portal.given.user(`last${count}@l.example`, `L${count}`, ['ManageUsers'])
  for (const [email, reason] of [
    [`chief${count}@p.example`, 'A super admin cannot join another company.'],
    [
      `last${count}@l.example`,
      'You are the last user who can manage Lonely. Please give another user Manage Users first.',
    ],
  ] as const) {
    const { inviteCode } = await invite({ email })
    const who = await portal.signIn(email)
    const review = { refusal: reason, leavesCompany: null }
    expect((await check(who, inviteCode)).json()).toMatchObject(review)
    expect((await accept(who, inviteCode)).json()).toEqual({ message: reason })
    expect((await who.get('/api/user/myself')).statusCode).toBe(200)
  }
  expect(await people(accountId)).toEqual([])
})

test('expired and revoked invitations are refused, each with its own text', async () => {
  const { inviteCode } = await invite()
  const guest = await portal.signIn(nina())
  await portal.system.query(
    sql`update invite set expires_at = now() where account_id = ${accountId}`,
  )
  expect(await bothCalls(inviteCode, guest)).toEqual(
    both(410, 'Invitation Expired: Please contact your company admin to send another invitation.'),
  )
  await revoke(inviteCode)
  expect(await bothCalls(inviteCode, guest)).toEqual(unknown)
})

test('one of ten people who accept one code at once joins', async () => {
  const { inviteCode } = await invite()
  const guests = await Promise.all(Array.from({ length: 10 }, () => portal.signIn(nina())))
  const answers = await Promise.all(guests.map((guest) => accept(guest, inviteCode)))
  expect(statuses(answers).sort()).toEqual([200, ...Array<number>(9).fill(404)])
  expect(await people(accountId)).toHaveLength(1)
  expect(await history()).toHaveLength(2)
})

test('two users who swap companies at once both succeed', async () => {
  const [a, b] = [`a${count}@n.example`, `b${count}@o.example`]
  await portal.given.user(a, accountId, ['AccessErfs'])
  await portal.given.user(b, oldAccount, ['AccessErfs'])
  const keeper = await portal.signIn(`keeper${count}@o.example`)
  const granted = { permissions: ['ManageUsers'], invoiceCategories: [] }
  const toOld = await invite({ email: a, accountId: oldAccount, ...granted }, keeper)
  const toNew = await invite({ email: b })
  const guests = await Promise.all([portal.signIn(a), portal.signIn(b)])
  const codes = [toOld.inviteCode, toNew.inviteCode]
  const answers = await Promise.all(guests.map((who, nth) => accept(who, codes[nth]!)))
  expect(statuses(answers)).toEqual([200, 200])
})

test('a code can be guessed at most twenty times a minute', async () => {
  const guest = await portal.signIn(nina())
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, nth) => check(guest, `guess-${nth}`)),
  )
  // A new minute may start during the calls; then twice twenty calls pass.
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(20)
  expect(statuses(answers)).toContain(404)
})

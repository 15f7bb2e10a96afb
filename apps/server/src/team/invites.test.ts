import { beforeAll, beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Invite } from '@portal/domain/team/invites.schema'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { queuedMails } from '../../test/mails.ts'

const portal = testPortal()
let count = 0
let accountId: string
let boss: Browser
let bossId: string
let licenses: number
let data: number

beforeAll(async () => {
  licenses = await portal.given.category('Licenses')
  data = await portal.given.category('Data')
})
beforeEach(async () => {
  accountId = `I${(count += 1)}`
  await portal.given.company(accountId, `<b>Aldgate</b> ${count}`)
  bossId = await portal.given.user(
    `boss${count}@a.example`,
    accountId,
    ['ManageUsers', 'AccessInvoices'],
    ['Licenses'],
  )
  boss = await portal.signIn(`boss${count}@a.example`)
})

const invite = (body: object, who = boss) =>
  who.post('/api/invite/invite', {
    payload: { email: `nina${count}@x.example`, accountId, permissions: ['ManageUsers'], ...body },
  })
const list = async (who = boss) => (await who.get('/api/invite')).json<Invite[]>()
const revoke = (code: string, who = boss) => who.send('DELETE', `/api/invite/rescind/${code}`)

const mails = () => queuedMails(portal, sql`account_id = ${accountId}`)

test.each([
  [{ email: 'nina@x.example\r\nBcc: a@b.example' }, 400, 'Please enter a valid email address.'],
  [{ permissions: [] }, 400, 'Please select at least one permission.'],
  [{ permissions: ['AccessErfs'] }, 403, 'You do not hold Requests/ERF yourself.'],
  [{ invoiceCategories: [1] }, 400, 'invoiceCategories: only with AccessInvoices'],
  [{ permissions: ['AccessInvoices'], invoiceCategories: [999_999_999] }, 403, /do not hold all/],
])('%j is refused with %i and writes nothing', async (body, status, message) => {
  const answer = await invite(body)
  expect(answer.statusCode).toBe(status)
  expect(answer.json<{ message: string }>().message).toMatch(message)
  expect(await list()).toEqual([])
  expect(await mails()).toEqual([])
})

test('a category the inviter does not hold cannot be granted', async () => {
  const body = { permissions: ['AccessInvoices'], invoiceCategories: [licenses, data] }
  expect((await invite(body)).json()).toEqual({
    message: 'You do not hold all of these categories yourself.',
  })
})

test('an invitation is listed, mailed as text and HTML, and recorded', async () => {
  const answer = await invite({ permissions: ['AccessInvoices'], invoiceCategories: [licenses] })
  expect(answer.statusCode).toBe(200)
  const [sent] = await list()
  expect(sent).toMatchObject({
    email: `nina${count}@x.example`,
    hasAccepted: false,
    acceptedUserId: null,
    userId: bossId,
    permissions: ['AccessInvoices'],
    categories: [{ invoiceCategoryId: licenses, name: 'Licenses' }],
  })
  expect(sent!.inviteCode).toMatch(/^[\w-]{43}$/)
  const days = (Date.parse(sent!.expirationDate) - Date.parse(sent!.sentDate)) / 86_400_000
  expect(days).toBe(7)
  const [mail] = await mails()
  const link = `${portal.origin}/confirm?code=${sent!.inviteCode}`
  expect(mail).toMatchObject({
    recipient: `nina${count}@x.example`,
    subject: `boss${count} Test invites you to <b>Aldgate</b> ${count}`,
  })
  expect(mail!.text).toContain(`Review the invitation:\n${link}\n`)
  expect(mail!.text).toContain('You will have access to: Invoices\n')
  expect(mail!.html).toContain(`<a href="${link}"`)
  expect(mail!.html).not.toContain('<b>Aldgate')
  const { rows } = await portal.system.query(sql`
    select entry_type, description from history_entry
     where account_id = ${accountId} and category = 'Invite'`)
  expect(rows).toEqual([
    {
      entry_type: 'Invite Sent',
      description: `Invited nina${count}@x.example with Invoices (categories Licenses)`,
    },
  ])
})

test('a resent invitation is the same one with a new link and expiry', async () => {
  const first = (await invite({})).json<Invite>()
  await portal.system.query(sql`
    update invite set created_at = created_at - interval '9 days', sent_at = sent_at - interval '9 days',
           expires_at = expires_at - interval '9 days' where account_id = ${accountId}`)
  const again = (
    await invite({ email: `NINA${count}@x.example`, permissions: ['ManageUsers'] })
  ).json<Invite>()
  expect(again.id).toBe(first.id)
  expect(again.inviteCode).not.toBe(first.inviteCode)
  expect(Date.parse(again.expirationDate)).toBeGreaterThan(Date.now())
  expect(again.sentDate > again.createdDate).toBe(true)
  expect(await list()).toHaveLength(1)
  expect(await mails()).toHaveLength(2)
  expect((await revoke(first.inviteCode)).statusCode).toBe(404)
})

test('two managers inviting the same address at once send one invitation', async () => {
  await Promise.all(Array.from({ length: 5 }, () => invite({})))
  expect(await list()).toHaveLength(1)
})

test('a member is not invited again; an address of another company is treated like an unknown one', async () => {
  expect((await invite({ email: `BOSS${count}@a.example` })).json()).toEqual({
    message: `BOSS${count}@a.example is already a member of <b>Aldgate</b> ${count}.`,
  })
  await portal.given.company(`K${count}`)
  await portal.given.user(`kim${count}@k.example`, `K${count}`, ['AccessErfs'])
  const known = await invite({ email: `kim${count}@k.example` })
  const unknown = await invite({ email: `who${count}@k.example` })
  expect([known.statusCode, unknown.statusCode]).toEqual([200, 200])
  expect(Object.keys(known.json<object>())).toEqual(Object.keys(unknown.json<object>()))
})

test('a revoked invitation is gone and cannot be revoked twice', async () => {
  const sent = (await invite({})).json<Invite>()
  const answers = await Promise.all([revoke(sent.inviteCode), revoke(sent.inviteCode)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  expect(answers.find(({ statusCode }) => statusCode === 200)!.json()).toEqual(sent)
  expect(await list()).toEqual([])
})

test('invitations are limited per address and per company', async () => {
  const codes = []
  for (let nth = 0; nth < 7; nth += 1) codes.push((await invite({})).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 200, 429])
  const many = await Promise.all(
    Array.from({ length: 16 }, (_, nth) => invite({ email: `many${nth}@x.example` })),
  )
  expect(many.filter(({ statusCode }) => statusCode === 200)).toHaveLength(13)
  expect(await mails()).toHaveLength(6 + 13)
})

test('a super admin invites into any company, with everything', async () => {
  await portal.given.company(`P${count}`)
  await portal.given.user(`chief${count}@p.example`, `P${count}`, [], [], 'SuperAdmin')
  const chief = await portal.signIn(`chief${count}@p.example`)
  const answer = await invite(
    { permissions: ['AccessInvoices', 'PayInvoices'], invoiceCategories: [data] },
    chief,
  )
  expect(answer.statusCode).toBe(200)
  expect(await list()).toHaveLength(1)
  expect((await invite({ permissions: ['PayInvoices'] }, chief)).statusCode).toBe(403)
})

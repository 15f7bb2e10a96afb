import { beforeAll, beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { isolated } from '@portal/domain/kernel/isolated'
import type { Permission } from '@portal/domain/session/permissions'
import type { Invite } from '@portal/domain/team/invites.schema'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'

const portal = testPortal()
let count = 0
let accountId: string
let boss: Browser
let vic: Browser
let vicId: string
let licenses: number
let data: number

beforeAll(async () => {
  licenses = await portal.given.category('Licenses')
  data = await portal.given.category('Data')
  await portal.given.company('P1', 'Provider')
  await portal.given.user('keeper@p.example', 'P1', [], [], 'SuperAdmin')
})
beforeEach(async () => {
  count += 1
  accountId = `S${count}`
  const all: Permission[] = ['ManageUsers', 'AccessInvoices', 'AccessErfs']
  await portal.given.company(accountId, 'Sendcorp')
  await portal.given.user(`boss${count}@s.example`, accountId, all, ['Licenses', 'Data'])
  vicId = await portal.given.user(`vic${count}@s.example`, accountId, all, ['Licenses', 'Data'])
  boss = await portal.signIn(`boss${count}@s.example`)
  vic = await portal.signIn(`vic${count}@s.example`)
})

const nina = () => `nina${count}@x.example`
const invite = async (who: Browser, more: object = {}) => {
  const payload = {
    email: nina(),
    accountId,
    permissions: ['AccessInvoices', 'AccessErfs'],
    invoiceCategories: [licenses],
    ...more,
  }
  const answer = await who.post('/api/invite/invite', { payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Invite>()
}
const listed = async () => (await boss.get('/api/invite')).json<Invite[]>()[0]!
const vicWho = () => `${isolated(`vic${count} Test`)}, who sent it,`
const dead =
  'The person who sent this invitation can no longer grant it. Please ask another admin of ' +
  `${isolated('Sendcorp')} to send it again.`

/** Returns how both calls refuse the invitee. */
async function answersTo(code: string) {
  const guest = await portal.signIn(nina())
  const answers = [
    await guest.get(`/api/invite/check/${code}`),
    await guest.post(`/api/invite/accept?InviteCode=${code}`),
  ]
  return answers.map((one) => [one.statusCode, one.json<{ message?: string }>().message])
}

test('an invitation names its sender, and has no problem while the sender holds what it grants', async () => {
  const sent = await invite(vic)
  expect(sent).toMatchObject({ sentBy: `vic${count} Test`, problem: null })
  expect(await listed()).toEqual(sent)
})

test.each([
  ['may not invite users any more.', `permissions = '{AccessInvoices,AccessErfs}'`],
  ['does not hold Requests/ERF any more.', `permissions = '{ManageUsers,AccessInvoices}'`],
  ['may not act for this company any more.', `deactivated_at = now()`],
])('its sender %s', async (problem, change) => {
  const { inviteCode } = await invite(vic)
  await portal.system.query(`update portal_user set ${change} where id = $1`, [vicId])
  expect((await listed()).problem).toBe(`${vicWho()} ${problem}`)
  expect(await answersTo(inviteCode)).toEqual([
    [410, dead],
    [410, dead],
  ])
  // Resent by another manager it is valid again, with that manager as its sender.
  const again = await invite(boss)
  expect(again).toMatchObject({ sentBy: `boss${count} Test`, problem: null })
  expect((await answersTo(again.inviteCode)).map(([status]) => status)).toEqual([200, 200])
  expect(await listed()).toMatchObject({ hasAccepted: true, problem: null })
})

test('a category that its sender lost is a problem; one that the invitation does not grant is not', async () => {
  await invite(vic)
  await portal.system.query(
    sql`delete from user_category where user_id = ${vicId} and invoice_category_id = ${data}`,
  )
  expect((await listed()).problem).toBeNull()
  await portal.system.query(sql`delete from user_category where user_id = ${vicId}`)
  expect((await listed()).problem).toBe(`${vicWho()} does not hold all of its categories any more.`)
})

test('invitations of a removed user end permanently, and stay in the list', async () => {
  const { inviteCode } = await invite(vic)
  await boss.send('DELETE', `/api/admin/deactivate?userId=${vicId}`)
  const after = await listed()
  expect(after.problem).toBe(`${vicWho()} may not act for this company any more.`)
  expect(Date.parse(after.expirationDate)).toBeLessThanOrEqual(Date.now())
  await portal.system.query(sql`update portal_user set deactivated_at = null where id = ${vicId}`)
  expect((await answersTo(inviteCode)).map(([status]) => status)).toEqual([410, 410])
})

test('a super admin of another company is named as sender, and the invitation ends with that role', async () => {
  const email = `chief${count}@p.example`
  await portal.given.user(email, 'P1', ['ManageUsers'], [], 'SuperAdmin')
  const sent = await invite(await portal.signIn(email))
  expect(await listed()).toMatchObject({ sentBy: `chief${count} Test`, problem: null })
  await portal.system.query(sql`update portal_user set role = 'User' where email = ${email}`)
  expect((await listed()).problem).toContain('may not act for this company any more.')
  expect(await answersTo(sent.inviteCode)).toEqual([
    [410, dead],
    [410, dead],
  ])
})

test('the history says what was granted, from what to what, accepted and revoked', async () => {
  await invite(vic)
  await invite(boss)
  const { inviteCode } = await invite(boss, {
    permissions: ['AccessInvoices'],
    invoiceCategories: [licenses, data],
  })
  await answersTo(inviteCode)
  const other = await invite(boss, {
    email: `otto${count}@x.example`,
    permissions: ['AccessErfs'],
    invoiceCategories: [],
  })
  await boss.send('DELETE', `/api/invite/rescind/${other.inviteCode}`)
  const { rows } = await portal.system.query<{ line: string }>(sql`
    select entry_type || ': ' || description as line from history_entry
     where account_id = ${accountId} and category = 'Invite' order by id`)
  const before = 'Invoices, Requests/ERF (categories Licenses)'
  const after = 'Invoices (categories Data, Licenses)'
  expect(rows.map(({ line }) => line)).toEqual([
    `Invite Sent: Invited ${nina()} with ${before}`,
    `Invite Resent: Invited ${nina()} again with ${before}`,
    `Invite Resent: Invited ${nina()} again: ${before} → ${after}`,
    `Invite Accepted: ${nina()} accepted the invitation and joined Sendcorp with ${after}`,
    `Invite Sent: Invited otto${count}@x.example with Requests/ERF`,
    `Invite Revoked: Revoked the invitation of otto${count}@x.example: Requests/ERF`,
  ])
})

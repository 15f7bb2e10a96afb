import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { InviteRoom, ListedInvite } from '@portal/domain/team/invites.schema'
import {
  accountId,
  boss,
  count,
  data,
  history,
  invite,
  invitePortal,
  licenses,
  list,
  nina,
  paying,
  revoke,
} from '../../test/team/invite-desk.ts'
import { queuedMails } from '../../test/portal/mails.ts'

const portal = invitePortal()

const address = (nth: number) => `p${nth}@x${count}.example`
const addresses = (many: number) => Array.from({ length: many }, (_, nth) => address(nth))
const sendAll = (emails: string[], more: object = {}, key?: string) => {
  const granted = { permissions: paying, invoiceCategories: [licenses], sendAgain: false }
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return boss.post('/api/invite/invites', { payload: { emails, ...granted, ...more }, headers })
}
const fates = (answer: Awaited<ReturnType<typeof sendAll>>) => {
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ListedInvite[]>().map(({ fate }) => fate)
}
const mails = async () => (await queuedMails(portal, sql`account_id = ${accountId}`)).length

test('25 people are invited together; members and open invitations do not block the others', async () => {
  const { inviteCode } = await invite()
  const member = `BOSS${count}@n.example`
  const answer = await sendAll([...addresses(25), member, nina()])
  expect(fates(answer)).toEqual([...Array<string>(25).fill('invited'), 'member', 'open'])
  expect(await mails()).toBe(26)
  expect((await list()).find(({ email }) => email === nina())).toMatchObject({ inviteCode })
  expect((await list()).find(({ email }) => email === address(24))).toMatchObject({
    permissions: paying,
    categories: [{ name: 'Licenses' }],
  })
  expect(await history()).toContain(
    `Invite Sent: Invited ${address(0)} with Invoices, Pay Invoices (categories Licenses)`,
  )
})

test('an open invitation is sent again on request, an expired one always, with the rights of the list', async () => {
  await invite()
  const grants = { permissions: ['ManageUsers'], invoiceCategories: [] }
  expect(fates(await sendAll([nina()], { ...grants, sendAgain: true }))).toEqual(['sentAgain'])
  expect(await list()).toMatchObject([{ permissions: ['ManageUsers'] }])
  await portal.system.query(sql`
    update invite set expires_at = now() where account_id = ${accountId}`)
  expect(fates(await sendAll([nina()]))).toEqual(['sentAgain'])
  expect(await list()).toMatchObject([{ permissions: paying }])
  expect(await mails()).toBe(3)
})

test('the same key sends no second email, invites no other person later, and belongs to one list', async () => {
  await invite()
  const member = `mo${count}@n.example`
  const id = await portal.given.user(member, accountId)
  const emails = [nina(), address(0), address(1), member]
  const again = { sendAgain: true }
  const before = ['sentAgain', 'invited', 'invited', 'member']
  const both = await Promise.all([
    sendAll(emails, again, 'key-of-list'),
    sendAll(emails, again, 'key-of-list'),
  ])
  expect(both.map(fates)).toEqual([before, before])
  await revoke((await list()).find(({ email }) => email === address(1))!.inviteCode)
  await portal.system.query(sql`update portal_user set deactivated_at = now() where id = ${id}`)
  const after = [...before.slice(0, 3), 'limited']
  expect(fates(await sendAll(emails, again, 'key-of-list'))).toEqual(after)
  expect(await mails()).toBe(4)
  expect((await sendAll([address(7)], again, 'key-of-list')).statusCode).toBe(409)
  expect((await list()).map(({ email }) => email).sort()).toEqual([nina(), address(0)].sort())
})

test('a limit applies and is shown before: people beyond it wait, with the time in words, and do not count as invited', async () => {
  const room = async () => (await boss.get('/api/invite/room')).json<InviteRoom>()
  expect(await room()).toMatchObject({ people: 50 })
  const answer = await sendAll(addresses(60))
  expect(fates(answer)).toEqual([
    ...Array<string>(50).fill('invited'),
    ...Array<string>(10).fill('limited'),
  ])
  expect(answer.json<ListedInvite[]>()[50]!.reason).toMatch(
    /^You can invite 50 more people in \d+ minutes?\.$/,
  )
  expect([await mails(), (await list()).length]).toEqual([50, 50])
  expect(await room()).toEqual({
    people: 0,
    later: expect.stringMatching(/^You can invite 50 more people in \d+ minutes?\.$/),
  })
})

test.each([
  [{ emails: ['eve@'] }, 400, 'Please enter a valid email address.'],
  [{ emails: ['eve@x.example', 'EVE@x.example '] }, 400, 'has an address twice'],
  [{ permissions: ['AccessErfs'], invoiceCategories: [] }, 403, 'You do not hold Requests/ERF'],
  [{ shown: ['Lizenzen'] }, 409, 'The invitation has changed'],
])('%j is refused with %i and no person is invited', async (more, status, message) => {
  const answer = await sendAll(addresses(2), more)
  expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(message)])
  expect((await sendAll(addresses(2), { invoiceCategories: [data] })).statusCode).toBe(403)
  expect([await list(), await mails()]).toEqual([[], 0])
})

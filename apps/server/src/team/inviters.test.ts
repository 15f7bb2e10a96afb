import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { isolated } from '@portal/domain/kernel/isolated'
import {
  accept,
  accountId,
  boss,
  both,
  bothCalls,
  company,
  count,
  data,
  history,
  invite,
  invitePortal,
  licenses,
  list,
  managing,
  nina,
  revoke,
  superAdmin,
} from '../../test/team/invite-desk.ts'

// Tests that the sender of an invitation must have what the invitation grants.

const portal = invitePortal()

const vicEmail = () => `vic${count}@n.example`
async function invitedByVic() {
  const vicId = await portal.given.user(vicEmail(), accountId, managing, ['Licenses', 'Data'])
  const vic = await portal.signIn(vicEmail())
  return { vicId, vic, sent: await invite({}, vic) }
}
const problemOf = (words: string) => `${isolated(`vic${count} Test`)}, who sent it, ${words}`
const dead = both(
  410,
  'The person who sent this invitation can no longer grant it. Please ask another admin of ' +
    `${isolated(company)} to send it again.`,
)

test.each([
  ['may not invite users any more.', `permissions = '{AccessInvoices,PayInvoices}'`],
  ['does not hold Pay Invoices any more.', `permissions = '{ManageUsers,AccessInvoices}'`],
  ['may not act for this company any more.', `deactivated_at = now()`],
])('its sender %s', async (problem, change) => {
  const { sent, vicId } = await invitedByVic()
  expect(sent).toMatchObject({ sentBy: `vic${count} Test`, problem: null })
  await portal.system.query(`update portal_user set ${change} where id = $1`, [vicId])
  expect(await list()).toMatchObject([{ problem: problemOf(problem) }])
  expect(await bothCalls(sent.inviteCode, await portal.signIn(nina()))).toEqual(dead)
  // After another manager sends the invitation again, it is valid, with that manager as its sender.
  const again = await invite()
  expect(again).toMatchObject({ sentBy: `boss${count} Test`, problem: null })
  const calls = await bothCalls(again.inviteCode, await portal.signIn(nina()))
  expect(calls.map(([status]) => status)).toEqual([200, 200])
})

test('a category that the sender lost is a problem; a category that the invitation does not grant is not', async () => {
  const { vicId } = await invitedByVic()
  await portal.system.query(
    sql`delete from user_category where user_id = ${vicId} and invoice_category_id = ${data}`,
  )
  expect(await list()).toMatchObject([{ problem: null }])
  await portal.system.query(sql`delete from user_category where user_id = ${vicId}`)
  const problem = problemOf('does not hold all of its categories any more.')
  expect(await list()).toMatchObject([{ problem }])
})

test('invitations of a removed user end permanently, and stay in the list', async () => {
  const { sent, vicId } = await invitedByVic()
  await boss.send('DELETE', `/api/admin/deactivate?userId=${vicId}`)
  const [after] = await list()
  expect(after!.problem).toBe(problemOf('may not act for this company any more.'))
  expect(Date.parse(after!.expirationDate)).toBeLessThanOrEqual(Date.now())
  await portal.system.query(sql`update portal_user set deactivated_at = null where id = ${vicId}`)
  const calls = await bothCalls(sent.inviteCode, await portal.signIn(nina()))
  expect(calls.map(([status]) => status)).toEqual([410, 410])
})

test('a super admin of another company is named as sender, and the invitation ends with that role', async () => {
  const { inviteCode } = await invite({}, await superAdmin())
  expect(await list()).toMatchObject([{ sentBy: `chief${count} Test`, problem: null }])
  const email = `chief${count}@p.example`
  await portal.system.query(sql`update portal_user set role = 'User' where email = ${email}`)
  expect((await list())[0]!.problem).toContain('may not act for this company any more.')
  expect(await bothCalls(inviteCode, await portal.signIn(nina()))).toEqual(dead)
})

test('the history has each grant, change, acceptance and revocation, with old and new values', async () => {
  const { vic } = await invitedByVic()
  await invite()
  const granted = { permissions: ['AccessInvoices'], invoiceCategories: [licenses, data] }
  const { inviteCode } = await invite(granted, vic)
  await accept(await portal.signIn(nina()), inviteCode)
  const email = `otto${count}@x.example`
  const other = await invite({ email, permissions: ['ManageUsers'], invoiceCategories: [] })
  await revoke(other.inviteCode)
  const before = 'Invoices, Pay Invoices (categories Licenses)'
  const after = 'Invoices (categories Data, Licenses)'
  expect(await history()).toEqual([
    `Invite Sent: Invited ${nina()} with ${before}`,
    `Invite Resent: Invited ${nina()} again with ${before}`,
    `Invite Resent: Invited ${nina()} again: ${before} → ${after}`,
    `Invite Accepted: ${nina()} accepted the invitation and joined ${company} with ${after}`,
    `Invite Sent: Invited ${email} with Manage Users`,
    `Invite Revoked: Revoked the invitation of ${email}: Manage Users`,
  ])
})

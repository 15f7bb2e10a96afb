import sql from 'sql-template-tag'
import { isSameAddress } from '@portal/domain/kernel/email'
import type { Permission, Role } from '@portal/domain/session/permissions'
import { inviteRefusal } from '@portal/domain/team/invite-form'
import { switchAccount, type Tx } from '../platform/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Actor } from '../platform/scope.ts'
import { lockReceivedInvite, type ReceivedInvite } from './invites.queries.ts'
import { findMember } from './members.queries.ts'

/** Somebody with an address the sign-in provider vouches for; `member` when it belongs to a user already. */
export interface Invitee {
  email: string
  member: Actor | null
}

export const inviteNotFound = () =>
  new Refusal(
    404,
    'Invitation Not Found: We are unable to verify your invitation. Please request a new one.',
  )

const inviteExpired = () =>
  new Refusal(
    410,
    'Invitation Expired: Please contact your company admin to send another invitation.',
  )

/**
 * The open invitation behind a code, if it is this person's and still worth something. A stranger's, a revoked
 * and an unknown code are the same. Leaves the transaction in the invitation's company.
 */
export async function openInvite(
  tx: Tx,
  accountId: string,
  code: string,
  invitee: Invitee,
): Promise<ReceivedInvite> {
  const invite = await lockReceivedInvite(tx, accountId, code)
  if (!invite?.isOpen || !isSameAddress(invite.email, invitee.email)) throw inviteNotFound()
  if (invite.isExpired || !(await inviterStillMay(tx, accountId, invite))) throw inviteExpired()
  return invite
}

/** Whoever sent it may have been removed or have lost a permission since; then it grants nothing. */
async function inviterStillMay(
  tx: Tx,
  accountId: string,
  invite: ReceivedInvite,
): Promise<boolean> {
  const inviterAccount = invite.invitedByAccount
  if (inviterAccount !== accountId) await switchAccount(tx, inviterAccount)
  const inviter = await tx.one<{
    role: Role
    permissions: Permission[]
    categoryIds: number[]
  }>(sql`
    select u.role, u.permissions,
           array(select h.invoice_category_id from user_category h
                  where h.account_id = u.account_id and h.user_id = u.id) as "categoryIds"
      from portal_user u
     where u.account_id = ${inviterAccount} and u.id = ${invite.invitedBy} and u.deactivated_at is null`)
  if (inviterAccount !== accountId) await switchAccount(tx, accountId)
  if (!inviter) return false
  const isSuper = inviter.role === 'SuperAdmin'
  if (!isSuper && inviterAccount !== accountId) return false
  const categoryIds = isSuper ? null : inviter.categoryIds
  return inviteRefusal({ ...inviter, categoryIds }, invite) === undefined
}

/** Why this person cannot follow the invitation. Leaves the transaction in the invitation's company. */
export async function leavingRefusal(
  tx: Tx,
  accountId: string,
  companyName: string,
  { member }: Invitee,
): Promise<string | null> {
  if (!member) return null
  if (member.accountId === accountId) return `You are already a member of ${companyName}.`
  if (member.role === 'SuperAdmin') return 'A super admin cannot join another company.'
  await switchAccount(tx, member.accountId)
  const { isLastManager } = await findMember(tx, member.accountId, member.userId)
  await switchAccount(tx, accountId)
  return isLastManager
    ? `You are the last who can manage ${member.companyName}. Please give somebody else Manage Users first.`
    : null
}

import { isSameAddress } from '@portal/domain/kernel/email'
import { isolated } from '@portal/domain/kernel/isolated'
import { inviteProblem } from '@portal/domain/team/invite-form'
import { switchAccount, type Tx } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Actor } from '../platform/database/scope.ts'
import { findSenders, senderKey } from './invite-senders.ts'
import { lockReceivedInvite, type ReceivedInvite } from './invites.queries.ts'
import { findMember } from './members.queries.ts'

/** A person whose address the sign-in provider has verified; `member` is set if the address belongs to a user. */
export interface Invitee {
  email: string
  member: Actor | null
}

/** Both reasons have the same response; only the security log distinguishes them. */
export const inviteNotFound = (reason: 'unknown_code' | 'other_person') =>
  new Refusal(
    404,
    'Invitation Not Found: We are unable to verify your invitation. Please request a new one.',
  ).because('invite.refused', reason)

const inviteExpired = () =>
  new Refusal(
    410,
    'Invitation Expired: Please contact your company admin to send another invitation.',
  ).because('invite.refused', 'expired')

/**
 * Returns the invitation with a code, if it belongs to this person and is still valid or was accepted by this person. An
 * invitation of another person, a revoked one and an unknown code give the same response. Afterwards the transaction is in
 * the invitation's company.
 */
export async function ownInvite(
  tx: Tx,
  accountId: string,
  code: string,
  invitee: Invitee,
): Promise<ReceivedInvite> {
  const invite = await lockReceivedInvite(tx, accountId, code)
  if (!invite) throw inviteNotFound('unknown_code')
  if (invite.acceptedBy !== null && invite.acceptedBy === invitee.member?.userId) return invite
  if (!isSameAddress(invite.email, invitee.email)) throw inviteNotFound('other_person')
  if (!invite.isOpen) throw inviteNotFound('unknown_code')
  await requireSender(tx, accountId, invite)
  if (invite.isExpired) throw inviteExpired()
  return invite
}

/** If the sender was removed or has lost a permission since, the invitation grants nothing. */
async function requireSender(tx: Tx, accountId: string, invite: ReceivedInvite): Promise<void> {
  const senders = await findSenders(tx, accountId, [invite])
  if (inviteProblem(senders.get(senderKey(invite)), invite) !== undefined)
    throw new Refusal(
      410,
      `The person who sent this invitation can no longer grant it. Please ask another admin of ${isolated(invite.companyName)} to send it again.`,
    ).because('invite.refused', 'sender')
}

/** Returns why this person cannot accept the invitation. Afterwards the transaction is in the invitation's company. */
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
    ? `You are the last user who can manage ${member.companyName}. Please give another user Manage Users first.`
    : null
}

import { createHash } from 'node:crypto'
import { formatUtcMinute } from '@portal/domain/kernel/day'
import { permissionLabels } from '@portal/domain/session/permissions'
import type { Invite } from '@portal/domain/team/invites.schema'
import type { Config } from '../config.ts'
import type { Mail } from '../platform/mail-queue.ts'
import { actorName, type Scope } from '../platform/scope.ts'

/**
 * The mail for an invitee: who invites, to which company, with which access, until when, and the
 * link.
 */
export function inviteMail(config: Config, scope: Scope, invite: Invite): Mail {
  const inviter = actorName(scope.actor)
  const { companyName, accountId } = scope
  const granted = Object.entries(permissionLabels)
    .filter(([key]) => (invite.permissions as string[]).includes(key))
    .map(([, label]) => label)
  const names = invite.categories.map(({ name }) => name)
  return {
    accountId,
    // Each renewal is a separate mail, because its link is new.
    about: `invite ${invite.id} ${digest(invite.inviteCode)}`,
    recipients: [invite.email],
    subject: `${inviter} invites you to ${companyName}`,
    paragraphs: [
      `${inviter} invites you to join ${companyName} in the customer portal of ${config.seller.name}.`,
      `You will have access to: ${granted.join(', ')}.`,
      ...(names.length > 0 ? [`Invoice categories: ${names.join(', ')}.`] : []),
      { label: 'Review the invitation', url: `${config.origin}/confirm?code=${invite.inviteCode}` },
      `The link works once, for ${invite.email} only, until ${formatUtcMinute(invite.expirationDate)}.`,
      'If you did not expect this invitation, you can ignore this email.',
    ],
  }
}

const digest = (code: string) => createHash('sha256').update(code).digest('hex').slice(0, 16)

import { createHash } from 'node:crypto'
import { formatUtcMinute } from '@portal/domain/kernel/day'
import { permissionLabels } from '@portal/domain/kernel/permissions'
import type { Invite } from '@portal/domain/team/invites.schema'
import type { Config } from '../config.ts'
import { named } from '../platform/mail/mail-content.ts'
import type { Mail } from '../platform/mail/mail-queue.ts'
import { actorName, type Scope } from '../platform/database/scope.ts'

/** Returns the mail for an invited person: who invites, to which company, with which access, until when, and the link. */
export function inviteMail(config: Config, scope: Scope, invite: Invite): Mail {
  const inviter = actorName(scope.actor)
  const { companyName, accountId } = scope
  const until = formatUtcMinute(invite.expirationDate)
  const granted = Object.entries(permissionLabels)
    .filter(([key]) => (invite.permissions as string[]).includes(key))
    .map(([, label]) => label)
  const names = invite.categories.map(({ name }) => name)
  return {
    accountId,
    // Each renewal is a separate mail, because its link is new.
    about: `invite ${invite.id} ${digest(invite.inviteCode)}`,
    kind: 'invitations',
    recipients: [invite.email],
    subject: `${named(inviter)} invites you to ${named(companyName)}`,
    heading: `${named(inviter)} invites you to ${named(companyName)}`,
    preview: `${granted.join(', ')}. Valid until ${until}.`,
    lead: `${named(companyName)} sees and pays the invoices of ${named(config.seller.name)} in this customer portal.`,
    facts: [
      ['You will have access to', granted.join(', ')],
      ...(names.length > 0 ? [['Invoice categories', names.map(named).join(', ')] as const] : []),
      ['Invited as', invite.email],
      ['Valid until', until],
    ],
    button: { label: 'Review the invitation', path: `/confirm?code=${invite.inviteCode}` },
    notes: [
      `The link works once, for ${invite.email} only.`,
      'If you did not expect this invitation, you can ignore this email.',
    ],
  }
}

const digest = (code: string) => createHash('sha256').update(code).digest('hex').slice(0, 16)

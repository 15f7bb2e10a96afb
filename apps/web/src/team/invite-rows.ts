import { permissionLabels, permissions } from '@portal/domain/session/permissions'
import type { InviteForm, InviteStatus } from '@portal/domain/team/invite-form'
import type { Invite } from '@portal/domain/team/invites.schema'

export const statusBadges = {
  accepted: { label: 'Accepted', tone: 'ok' },
  expired: { label: 'Expired', tone: 'warn' },
  sent: { label: 'Sent', tone: 'accent' },
} as const satisfies Record<InviteStatus, unknown>

/** The invitations whose e-mail contains what was typed, those sent last first. */
export function matchingInvites(invites: readonly Invite[], search: string | undefined): Invite[] {
  const wanted = (search ?? '').trim().toLowerCase()
  return invites
    .filter(({ email }) => email.toLowerCase().includes(wanted))
    .sort((one, other) => other.sentDate.localeCompare(one.sentDate))
}

/** What sends the same invitation again. */
export function formOf(invite: Invite): InviteForm {
  return {
    email: invite.email,
    permissions: invite.permissions,
    categoryIds: invite.categories.map(({ invoiceCategoryId }) => invoiceCategoryId),
  }
}

/** The labels of permissions, in the order the screens list them. */
export function labelsOf(held: Invite['permissions']): string[] {
  return permissions.filter((one) => held.includes(one)).map((one) => permissionLabels[one])
}
